import { beforeEach, expect, it, vi } from 'vitest';

// The module's state lasts as long as a document.
beforeEach(() => {
  vi.resetModules();
  window.history.replaceState(null, '');
});
const loadDocument = async () => (await import('#lib/scroll-key.ts')).scrollKey;

it('the entries after the first one keep the key of the router', async () => {
  const scrollKey = await loadDocument();
  expect(scrollKey({ key: 'abc' })).toBe('abc');
});

it('the first entry of a document has a name of its own, which lasts over a reload', async () => {
  const scrollKey = await loadDocument();
  const name = scrollKey({ key: 'default' });
  expect(name).not.toBe('default');
  expect(scrollKey({ key: 'default' })).toBe(name);
  vi.resetModules();
  expect((await loadDocument())({ key: 'default' })).toBe(name);
});

it('another document has another name, and the entry keeps what is in it', async () => {
  const name = (await loadDocument())({ key: 'default' });
  vi.resetModules();
  window.history.replaceState({ idx: 0 }, '');
  expect((await loadDocument())({ key: 'default' })).not.toBe(name);
  expect(window.history.state).toMatchObject({ idx: 0 });
});
