import { describe, expect, it } from 'vitest';
import { type DocsSection, excerptOf, findSections } from '#features/docs/search/find-sections.ts';

const section = (page: string, heading: string, text: string): DocsSection => ({ path: '/docs', page, heading, text });
const sections = [
  section('Limits', '', 'How much is allowed, and what a redirect costs.'),
  section('Hidden fields', '_redirect', 'Where the visitor goes next.'),
  section('Origins', '', 'Which websites may submit.'),
  section('Origins', 'Wildcards', 'https://*.example.com admits every subdomain (a+b).'),
];
const headingsOf = (query: string) =>
  findSections(sections, query).map(({ page, heading }) => `${page} ${heading}`.trim());

describe('the search', () => {
  it('ranks titles before mentions', () => {
    expect(headingsOf('redirect')).toEqual(['Hidden fields _redirect', 'Limits']);
    expect(headingsOf('origins')).toEqual(['Origins', 'Origins Wildcards']);
  });

  it('wants every word, from its beginning, in upper or lower case', () => {
    expect(headingsOf('WILD sub')).toEqual(['Origins Wildcards']);
    expect(headingsOf('wild nothing')).toEqual([]);
    expect(headingsOf('domain')).toEqual([]);
  });

  it('takes punctuation literally', () => {
    expect(headingsOf('https://*.example')).toEqual(['Origins Wildcards']);
    expect(headingsOf('a+b')).toEqual(['Origins Wildcards']);
    expect(headingsOf('_redirect')).toEqual(['Hidden fields _redirect']);
    expect(headingsOf('(')).toEqual(['Origins Wildcards']);
  });

  it('finds nothing without a word', () => {
    expect(headingsOf('   ')).toEqual([]);
  });

  it('shows the words around a match', () => {
    const text = `${'word '.repeat(20)}the needle in it`;
    expect(excerptOf(text, 'needle')).toMatch(/^… (word )+the needle in it$/);
    expect(excerptOf(text, 'nothing')).toMatch(/^word word/);
    expect(excerptOf('short', '')).toBe('short');
  });
});
