import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkLinks } from './check-links.ts';

async function check(html: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'inlet-links-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'favicon.svg'), '<svg/>');
  const documents = new Map([
    ['/docs', html],
    ['/pricing', '<h1 id="price">Price</h1>'],
  ]);
  await checkLinks(folder, documents);
}

describe('checkLinks', () => {
  it.each([
    '<a href="/pricing">',
    '<a href="/pricing?from=docs#price">',
    '<a href="#here"><p id="here">',
    '<a href="docs">',
    '<a href="/auth?early_pro=true">',
    '<a href="mailto:ada@example.com">',
    '<link rel="icon" href="data:image/svg+xml,%3Csvg%2F%3E">',
    '<a href="https://example.com/anything">',
    '<link href="%PUBLIC_URL%/pricing">',
    '<img src="/favicon.svg" srcSet="/favicon.svg 1x, /favicon.svg 2x">',
    '<p data-href="/nowhere">',
  ])('follows %s', async (html) => {
    await expect(check(html)).resolves.toBeUndefined();
  });

  it.each([
    ['<a href="/nowhere">', '/docs: /nowhere is neither a page nor a file'],
    ['<a href="/pricing#cost">', '/docs: /pricing#cost is no anchor there'],
    ['<a href="#there">', '/docs: #there is no anchor there'],
    ['<a href="http://example.com">', '/docs: http://example.com is not secure'],
    ['<a href="https://[">', '/docs: https://[ is no address'],
    ['<img src="/gone.png">', '/docs: /gone.png is neither a page nor a file'],
    ['<img src="/favicon.svg" srcSet="/gone.webp 800w, /favicon.svg 1600w">', '/docs: /gone.webp is neither'],
    ['<a href="%PUBLIC_URL%/nowhere">', '/docs: /nowhere is neither a page nor a file'],
  ])('refuses %s', async (html, says) => {
    await expect(check(html)).rejects.toThrow(says);
  });
});
