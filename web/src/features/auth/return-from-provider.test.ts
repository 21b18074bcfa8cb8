import { expect, it, vi } from 'vitest';
import { askedForBefore, keepAskedFor, noteReturn, secondStepIn } from '#features/auth/return-from-provider.ts';

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
  expect(askedForBefore(sessionStorage, '?second-step=google')).toBe('/forms/1?q=a');
  expect(askedForBefore(sessionStorage, '')).toBeNull();
  keepAskedFor(sessionStorage, null);
  expect(askedForBefore(sessionStorage, '?signed-in=google')).toBeNull();
});

it('finds the second step in the fragment, with the methods that it knows', () => {
  const hash = '#token=t-1&methods=passkey+recoveryCode+nonsense';
  expect(secondStepIn({ search: '?second-step=google', hash })).toEqual({
    token: 't-1',
    methods: ['passkey', 'recoveryCode'],
  });
  expect(secondStepIn({ search: '?second-step=google', hash: '' })).toBeNull();
  expect(secondStepIn({ search: '', hash })).toBeNull();
});
