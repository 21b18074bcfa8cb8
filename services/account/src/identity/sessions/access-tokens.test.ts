import { createSecretKey } from 'node:crypto';
import { deriveKey } from '@inlet/crypto/derive-key';
import { HttpError } from '@inlet/http/errors';
import { decodeProtectedHeader, SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { accessTokenSeconds, createAccessTokens } from '#identity/sessions/access-tokens.ts';

const secret = 'the secret that a test signs with, 32+';
const userId = '01890000-0000-7000-8000-000000000001';
const tokens = createAccessTokens([secret]);
const { kid: keyId = '' } = decodeProtectedHeader((await tokens.issue(userId, 'session')).token);

interface Changes {
  readonly secret?: string;
  readonly key?: Buffer;
  readonly alg?: string;
  readonly kid?: string | null;
  readonly typ?: string;
  readonly audience?: string;
  readonly subject?: string | null;
  readonly sessionId?: string | null;
  readonly expiresInSeconds?: number | null;
  readonly notBeforeSeconds?: number;
}

/** A token like ours, except for the test's changes. */
function forge(changes: Changes): Promise<string> {
  const { subject = userId, sessionId = 'session', expiresInSeconds = 60 } = changes;
  const nowSeconds = Math.floor(Date.now() / 1_000);
  const jwt = new SignJWT(sessionId === null ? {} : { sid: sessionId })
    .setProtectedHeader({
      alg: changes.alg ?? 'HS256',
      typ: changes.typ ?? 'at+jwt',
      ...(changes.kid !== null && { kid: changes.kid ?? keyId }),
    })
    .setAudience(changes.audience ?? 'inlet');
  if (subject !== null) jwt.setSubject(subject);
  if (expiresInSeconds !== null) jwt.setExpirationTime(nowSeconds + expiresInSeconds);
  if (changes.notBeforeSeconds !== undefined) jwt.setNotBefore(nowSeconds + changes.notBeforeSeconds);
  return jwt.sign(changes.key ?? createSecretKey(deriveKey(changes.secret ?? secret, 'access tokens')));
}

async function refusalOf(token: string): Promise<unknown> {
  return tokens.read(token).then(
    (read) => `accepted for ${read.sessionId}`,
    (error: unknown) => (error instanceof HttpError ? error.code : error),
  );
}

describe('access tokens', () => {
  it('speak for their session for a quarter of an hour', async () => {
    const before = Math.floor(Date.now() / 1_000);
    const { token, expiresAt } = await tokens.issue(userId, 'session');
    expect(await tokens.read(token)).toEqual({ sessionId: 'session' });
    expect(expiresAt).toBeGreaterThanOrEqual(before + accessTokenSeconds);
    expect(expiresAt).toBeLessThanOrEqual(Date.now() / 1_000 + accessTokenSeconds);
    expect(accessTokenSeconds).toBe(900);
  });

  it('are accepted when made like ours', async () => {
    expect(await tokens.read(await forge({}))).toEqual({ sessionId: 'session' });
  });

  it.each<[string, Changes]>([
    ['is expired', { expiresInSeconds: -1 }],
    ['never expires', { expiresInSeconds: null }],
    ['is signed with the secret itself', { key: Buffer.from(secret) }],
    ['is signed with the key of refresh tokens', { key: deriveKey(secret, 'refresh tokens') }],
    ['is signed with another secret', { secret: 'another secret that is long enough, 32+' }],
    ['is signed in another way', { alg: 'HS512', secret: secret.padEnd(64, '!') }],
    ['is signed with our secret in another way', { alg: 'HS384', secret }],
    ['names no key', { kid: null }],
    ['names a key that is not ours', { kid: 'another' }],
    ['is of another type', { typ: 'JWT' }],
    ['is meant for somebody else', { audience: 'another service' }],
    ['speaks for nobody', { subject: null }],
    ['belongs to no session', { sessionId: null }],
    ['is not valid yet', { notBeforeSeconds: 60 }],
  ])('are refused when one %s', async (_what, changes) => {
    expect(await refusalOf(await forge(changes))).toBe('unauthorized');
  });

  it('are refused when one is not signed at all', async () => {
    const token = new UnsecuredJWT({ sid: 'session' })
      .setSubject(userId)
      .setAudience('inlet')
      .setExpirationTime('1h')
      .encode();
    expect(await refusalOf(token)).toBe('unauthorized');
    const [header, body] = [
      { alg: 'none', typ: 'at+jwt' },
      { sub: userId, sid: 'session', aud: 'inlet', exp: 9_999_999_999 },
    ].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
    expect(await refusalOf(`${header}.${body}.`)).toBe('unauthorized');
    expect(await refusalOf(`${header}.${body}.AAAA`)).toBe('unauthorized');
  });

  it('are refused when one was changed after it was signed', async () => {
    const [header, , signature] = (await forge({})).split('.');
    const body = Buffer.from(JSON.stringify({ sub: userId, sid: 'another one', aud: 'inlet', exp: 9_999_999_999 }));
    expect(await refusalOf(`${header}.${body.toString('base64url')}.${signature}`)).toBe('unauthorized');
  });

  it('are signed with the newest secret, and with any other one still accepted', async () => {
    const next = 'the secret that comes after it, long enough';
    const before = createAccessTokens([secret, next]);
    const after = createAccessTokens([next, secret]);
    const old = (await before.issue(userId, 'old')).token;
    const fresh = (await after.issue(userId, 'fresh')).token;
    expect(decodeProtectedHeader(old).kid).not.toBe(decodeProtectedHeader(fresh).kid);
    for (const each of [before, after]) {
      expect(await each.read(old)).toEqual({ sessionId: 'old' });
      expect(await each.read(fresh)).toEqual({ sessionId: 'fresh' });
    }
    const alone = createAccessTokens([next]);
    expect(await alone.read(fresh)).toEqual({ sessionId: 'fresh' });
    await expect(alone.read(old)).rejects.toMatchObject({ code: 'unauthorized' });
  });

  it('do not tell the secret by the name of its key', () => {
    expect(keyId).toMatch(/^[\w-]{16}$/);
    expect(secret).not.toContain(keyId);
  });

  it.each(['', '.', '..', 'a.b.c', 'e30.e30.e30', `${'A'.repeat(5_000)}.B.C`, '{}.{}.{}'])(
    'are refused when one is as broken as %j',
    async (token) => {
      expect(await refusalOf(token)).toBe('unauthorized');
    },
  );
});
