import { expect, it, vi } from 'vitest';
import { askedForBefore, keepAskedFor, noteReturn } from '#features/auth/return-from-provider.ts';

it('looks for a session after a provider has signed in, and at no other address', () => {
  const note = (pathname: string, search: string) => {
    const presence = { get: () => false, set: vi.fn(), onChangeElsewhere: () => () => undefined };
    noteReturn({ pathname, search }, presence);
    return presence.set.mock.calls;
  };
  expect(note('/auth', '?signed-in=google')).toEqual([[true]]);
  expect(note('/auth', '?problem=denied')).toEqual([]);
  expect(note('/dashboard', '?signed-in=google')).toEqual([]);
});

it('goes on to the page that was asked for before, and only after a provider', () => {
  keepAskedFor(sessionStorage, '/forms/1?q=a');
  expect(askedForBefore(sessionStorage, '?signed-in=google')).toBe('/forms/1?q=a');
  expect(askedForBefore(sessionStorage, '')).toBeNull();
  keepAskedFor(sessionStorage, null);
  expect(askedForBefore(sessionStorage, '?signed-in=google')).toBeNull();
});
