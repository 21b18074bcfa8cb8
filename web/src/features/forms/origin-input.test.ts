import { describe, expect, it } from 'vitest';
import { originHint } from '#features/forms/origin-hint.ts';
import { cutToOrigin } from '#features/forms/origin-input.ts';

describe('a pasted address', () => {
  it.each([
    ['https://shop.example.com/contact', 'https://shop.example.com'],
    [' https://Shop.example.com:8443/a/b?c=d#e ', 'https://shop.example.com:8443'],
    ['https://example.com?from=mail', 'https://example.com'],
    ['https://*.example.com/', 'https://*.example.com'],
    ['http://localhost:3000/form.html', 'localhost:3000'],
    ['http://127.0.0.1:5500/index.html', '127.0.0.1:5500'],
    // An entry stays whole if shortening would not make it an origin.
    ['https://example.com', 'https://example.com'],
    ['http://example.com/contact', 'http://example.com/contact'],
    ['https://user@example.com/x', 'https://user@example.com/x'],
    ['example.com/contact', 'example.com/contact'],
    ['', ''],
  ])('%s becomes %s', (typed, origin) => {
    expect(cutToOrigin(typed)).toBe(origin);
  });
});

describe('the hint', () => {
  it.each([
    ['www.example.com', 'Did you mean https://www.example.com?'],
    ['example.com/contact', 'Did you mean https://example.com?'],
    ['*.example.com', 'Did you mean https://*.example.com?'],
    ['ftp://example.com', 'Did you mean https://example.com?'],
    ['http://example.com', 'Pages with http:// are not protected on their way. Use https://example.com.'],
    ['localhost', 'Add the port, as in localhost:3000.'],
    ['http://127.0.0.1/', 'Add the port, as in localhost:3000.'],
    ['https://www.example.com', 'https://example.com is another origin. Add it too if your website opens without www.'],
    ['https://example.com', null],
    ['https://example.com/contact', null],
    ['localhost:3000', null],
    ['nonsense', null],
    ['', null],
  ])('for %j is %j', (typed, hint) => {
    expect(originHint(typed)).toBe(hint);
  });
});
