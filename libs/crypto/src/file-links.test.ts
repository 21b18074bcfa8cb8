import { expect, it } from 'vitest';
import { createFileLinks } from '#file-links.ts';

const links = createFileLinks(['one secret that is long enough: 32+'], 'https://files.example');
const nowMs = 1_800_000_000_000;
const signedOf = (url: string) => {
  const { exp = '', sig = '' } = Object.fromEntries(new URL(url).searchParams);
  return { exp: Number(exp), sig };
};

it('signs the address of a file for five minutes', () => {
  const url = links.urlOf('file', 'a', nowMs);
  expect(url).toMatch(/^https:\/\/files\.example\/files\/a\?exp=1800000300&sig=[\w-]{43}$/);
  expect(links.isValid('file', 'a', signedOf(url), nowMs + 299_999)).toBe(true);
  expect(links.isValid('file', 'a', signedOf(url), nowMs + 300_000)).toBe(false);
});

it('refuses another file, an archive of the same id, a later end and a signature that is no text of ours', () => {
  const { exp, sig } = signedOf(links.urlOf('file', 'a', nowMs));
  expect(links.isValid('file', 'b', { exp, sig }, nowMs)).toBe(false);
  expect(links.isValid('archive', 'a', { exp, sig }, nowMs)).toBe(false);
  expect(links.isValid('file', 'a', { exp: exp + 1, sig }, nowMs)).toBe(false);
  expect(links.isValid('file', 'a', { exp, sig: 'é' }, nowMs)).toBe(false);
});

it('accepts what the second secret signed, while one replaces the other', () => {
  const rotated = createFileLinks(['a new secret that is long enough: 32', 'one secret that is long enough: 32+'], '');
  expect(rotated.isValid('file', 'a', signedOf(links.urlOf('file', 'a', nowMs)), nowMs)).toBe(true);
});
