// @vitest-environment node
import { createElement as h } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';

it('renders on a server, where nothing of a browser is there', async () => {
  expect(globalThis.window).toBeUndefined();
  const { useInlet } = await import('#use-inlet.ts');
  function Contact() {
    const { onSubmit, state, message } = useInlet('https://inlet.example/f/abcdefghijkl');
    return h('form', { onSubmit, 'data-state': state }, h('p', { role: 'status' }, message));
  }
  expect(renderToString(h(Contact))).toBe('<form data-state="idle"><p role="status"></p></form>');
});
