import { expect, it } from 'vitest';
import { changeDatabaseUrl } from '#change-database-url.ts';

it('gives an address other parts, and keeps its hosts', () => {
  const url = 'postgresql://owner:secret@a:1,[::1]:2/inlet?sslmode=disable';
  expect(changeDatabaseUrl(url, { username: 'x y', password: 'p@:' })).toBe(
    'postgresql://x%20y:p%40%3A@a:1,[::1]:2/inlet?sslmode=disable',
  );
  expect(changeDatabaseUrl(url, { pathname: '/other' })).toBe(
    'postgresql://owner:secret@a:1,[::1]:2/other?sslmode=disable',
  );
  expect(changeDatabaseUrl('postgresql://a/x', { pathname: '/y' })).toBe('postgresql://a/y');
});
