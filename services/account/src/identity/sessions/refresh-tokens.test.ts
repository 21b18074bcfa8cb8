import { describe, expect, it } from 'vitest';
import {
  firstRefreshToken,
  formatRefreshToken,
  hashRefreshToken,
  nextRefreshToken,
  parseRefreshToken,
} from '#identity/sessions/refresh-tokens.ts';

const sessionId = '01890000-0000-7000-8000-000000000001';
const key = 'a key';

describe('refresh tokens', () => {
  it('come back from their text as they were', () => {
    const token = firstRefreshToken(sessionId);
    expect(parseRefreshToken(formatRefreshToken(token))).toEqual(token);
    const next = nextRefreshToken(token, key);
    expect(parseRefreshToken(formatRefreshToken(next))).toEqual(next);
  });

  it('are drawn anew for each session', () => {
    expect(firstRefreshToken(sessionId).secret).not.toBe(firstRefreshToken(sessionId).secret);
  });

  it('have one successor each, which depends on the key, the session and the secret', () => {
    const token = firstRefreshToken(sessionId);
    const successors = [
      nextRefreshToken(token, key),
      nextRefreshToken(token, 'another key'),
      nextRefreshToken({ ...token, sessionId: '01890000-0000-7000-8000-000000000002' }, key),
      nextRefreshToken(nextRefreshToken(token, key), key),
    ].map(({ secret }) => secret);
    expect(new Set(successors).size).toBe(4);
    expect(nextRefreshToken(token, key).secret).toBe(successors[0]);
  });

  it('are stored as a hash that does not hold the secret', () => {
    const token = firstRefreshToken(sessionId);
    expect(hashRefreshToken(token)).toMatch(/^[\w-]{43}$/);
    expect(hashRefreshToken(token)).not.toContain(token.secret);
    expect(hashRefreshToken(token)).toBe(hashRefreshToken({ ...token }));
    expect(hashRefreshToken(nextRefreshToken(token, key))).not.toBe(hashRefreshToken(token));
  });

  it.each([
    '',
    '.',
    sessionId,
    `${sessionId}.`,
    `${sessionId}.${'A'.repeat(42)}`,
    `${sessionId}.${'A'.repeat(44)}`,
    `${sessionId}.${'A'.repeat(43)}\n`,
    `${sessionId}.${'='.repeat(43)}`,
    `${'-'.repeat(36)}.${'A'.repeat(43)}`,
    `${sessionId.replaceAll('-', '0')}.${'A'.repeat(43)}`,
    ` ${sessionId}.${'A'.repeat(43)}`,
  ])('are not read from %j', (text) => {
    expect(parseRefreshToken(text)).toBeNull();
  });
});
