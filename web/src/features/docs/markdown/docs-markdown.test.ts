import { type Site, siteTokens } from '@inlet/contracts/site';
import { describe, expect, it } from 'vitest';
import { docsPages } from '#features/docs/docs-pages.ts';
import { renderDocsTexts } from '#features/docs/markdown/docs-markdown.ts';
import { apiDocument } from '#features/docs/reference/api-document.ts';
import { listOperations } from '#features/docs/reference/list-operations.ts';

const publicUrl = 'https://forms.example.org';
const read = async (site: Partial<Site> = {}) => {
  const texts = await renderDocsTexts({ ...siteTokens, publicUrl, ...site });
  return new Map(texts.map(({ path, content }) => [path, content]));
};
const texts = await read();
/** A page without its samples and its words in backticks, which may contain anything. */
const proseOf = (text = '') => text.replaceAll(/^ *```[\s\S]*?^ *```$/gm, '').replaceAll(/`[^`\n]*`/g, '');
const linksIn = (text: string) => [...proseOf(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);

describe('the documentation as Markdown', () => {
  it('has each page with title and text, and nothing that only our build understands', () => {
    const marks = {
      jsx: /^(?:import|export|---)\b|<\/?[A-Za-z]|[{}]\/?\*|className/m,
      words: /^ *```.* (?:run|answer|form|key|before)=/m,
      address: /inlet\.example/,
    };
    for (const { path, title, description } of docsPages) {
      const text = texts.get(`${path}.md`) ?? '';
      const start = `# ${title}\n\n> ${description}\n\n`;
      expect([path, text.slice(0, start.length)]).toEqual([path, start]);
      expect([path, text.length > start.length + 200]).toEqual([path, true]);
      const left = [marks.jsx.exec(proseOf(text))?.[0], marks.words.exec(text)?.[0], marks.address.exec(text)?.[0]];
      expect([path, ...left]).toEqual([path, undefined, undefined, undefined]);
    }
  });

  it('has links that lead somewhere: to other pages as Markdown, or to the installation', () => {
    const all = [...texts.values()].flatMap(linksIn);
    expect(all.length).toBeGreaterThan(200);
    for (const link of all) {
      expect(link).toMatch(/^(?:https:\/\/|mailto:|#)/);
      const { origin, pathname } = new URL(link, publicUrl);
      const isDocs = origin === publicUrl && pathname.startsWith('/docs');
      expect([link, !isDocs || link.startsWith('#') || texts.has(pathname)]).toEqual([link, true]);
    }
  });

  it('has each call and each shape of the API in a row of a table', () => {
    const lines = [...texts.values()].flatMap((text) => text.split('\n'));
    for (const { method, path } of listOperations()) {
      const rows = lines.filter((line) => line.startsWith(`| \`${method} ${path}\` | `));
      expect([path, rows.some((row) => row.match(/(?<!\\)\|/g)?.length === 6)]).toEqual([path, true]);
    }
    for (const name of Object.keys(apiDocument.components.schemas)) {
      expect(texts.get('/docs/api-shapes.md')).toContain(`\n| \`${name}\` | `);
    }
  });

  it('keeps samples as they are, with their titles', () => {
    const text = texts.get('/docs/quick-start.md') ?? '';
    expect(text).toContain('\n```html title="contact.html"\n');
    expect(text).toContain(`${publicUrl}/f/`);
    expect(text).toContain('export function ContactForm() {');
  });

  it('mentions plans where they are sold alone', async () => {
    const without = await read({ sellsPlans: false });
    expect(texts.get('/docs/limits.md')).toContain('| Starter |');
    expect(without.get('/docs/limits.md')).not.toContain('| Starter |');
    expect(without.get('/docs/limits.md')).not.toBe('');
  });

  it('is listed in llms.txt, every page of it, in the form that programs expect', () => {
    const list = texts.get('/llms.txt') ?? '';
    const [title, empty, quote] = list.split('\n');
    expect([title, empty, quote?.startsWith('> ')]).toEqual(['# Inlet', '', true]);
    const entries = list.split('\n').filter((line) => line.startsWith('- '));
    for (const line of entries) expect(line).toMatch(/^- \[[^\]]+\]\(https:\/\/[^)]+\): .+$/);
    for (const { path } of docsPages) expect(list).toContain(`](${publicUrl}${path}.md): `);
    expect(entries).toHaveLength(docsPages.length + 1);
    expect(list.match(/^## .+$/gm)?.length).toBeGreaterThan(4);
  });
});
