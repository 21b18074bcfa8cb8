import { describe, expect, it } from 'vitest';
import { fillTemplate } from './fill-template.ts';

const icon = 'data:image/svg+xml,%3Csvg%2F%3E';
const font = '/assets/inter.woff2';
const html = [
  '<head><!--head--><link rel="icon" href="/favicon.svg" type="image/svg+xml" />',
  '<script src="/before-paint.js"></script><script type="module" crossorigin src="/assets/public.js"></script></head>',
  '<body><div id="root"></div></body>',
].join('');
const page = {
  path: '/pricing',
  title: 'Pricing',
  description: 'One price',
  structuredData: [],
  content: '<h1>$&</h1>',
};

describe('a page', () => {
  it('brings its icon along, and asks for its font at once and for its program by name only', () => {
    const filled = fillTemplate({ html, font, icon }, page);
    expect(filled).toContain(`<link rel="icon" href="${icon}" type="image/svg+xml" />`);
    expect(filled).toContain(`<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin />`);
    expect(filled).toContain('<script src="/before-paint.js" data-entry="/assets/public.js"></script>');
    expect(filled).toContain('<div id="root"><h1>$&</h1></div>');
    expect(filled).not.toMatch(/favicon|type="module"/);
  });

  it.each(['<!--head-->', '<div id="root"></div>', 'href="/favicon.svg"', '<script src="/before-paint.js">'])(
    'is not made where %s is missing',
    (mark) => {
      const broken = { html: html.replace(mark, ''), font, icon };
      expect(() => fillTemplate(broken, page)).toThrow('has lost one of its marks');
    },
  );
});
