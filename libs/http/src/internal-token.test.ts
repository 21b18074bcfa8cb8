import type { Request, Response } from 'express';
import { describe, expect, it, vi } from 'vitest';
import { internalAuthorization, requireInternal } from '#internal-token.ts';

const token = 'a-token-of-at-least-32-characters';
const older = 'the-token-before-it-of-32-characters';

function ask(authorization: string | undefined): ReturnType<typeof vi.fn> {
  const next = vi.fn();
  requireInternal([token, older])({ headers: { authorization } } as Request, {} as Response, next);
  return next;
}

describe('requireInternal', () => {
  it('lets a service of the installation pass', () => {
    expect(ask(internalAuthorization(token).authorization)).toHaveBeenCalledExactlyOnceWith();
  });

  it('still takes the token that is being replaced', () => {
    expect(ask(internalAuthorization(older).authorization)).toHaveBeenCalledExactlyOnceWith();
  });

  it.each([
    ['no header', undefined],
    ['an empty header', ''],
    ['a token of the same length that differs', internalAuthorization(`${token.slice(0, -1)}?`).authorization],
    ['the beginning of the token', internalAuthorization(token.slice(0, -1)).authorization],
    ['both tokens at once', internalAuthorization(`${token},${older}`).authorization],
    ['the token and more', internalAuthorization(`${token}s`).authorization],
    ['the token in another scheme', `Bearer  ${token}`],
  ])('refuses %s', (_, authorization) => {
    expect(() => ask(authorization)).toThrow(expect.objectContaining({ status: 403, code: 'forbidden' }));
  });
});
