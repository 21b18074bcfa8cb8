import { randomUUID } from 'node:crypto';
import { signInProblems } from '@inlet/contracts/sign-in-problems';
import { createLogger } from '@inlet/process/logger';
import { decodeJwt, decodeProtectedHeader, generateKeyPair, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { accountOf } from '#account-of.test-setup.ts';
import { boundedFetch } from '#identity/providers/bounded-fetch.ts';
import type { TestBrowser } from '#identity/providers/browser.test-setup.ts';
import { type Lie, open, type TestIssuer } from '#identity/providers/issuer.test-setup.ts';
import { publicUrl, startProviders } from '#identity/providers/providers.test-setup.ts';

const newEmail = () => `${randomUUID()}@example.com`;

/** Follows a sign-in up to the address of the callback, without opening it. */
async function callbackOf(browser: TestBrowser, start: string): Promise<string> {
  let at = await browser.step(start);
  while (!at.startsWith(publicUrl)) at = await browser.step(at);
  return at;
}

/** Has a query name something else. */
function withParam(address: string, name: string, value: string): string {
  const url = new URL(address);
  url.searchParams.set(name, value);
  return url.href;
}

it('a callback works once, also twice at the same moment', async () => {
  const { account, own, newBrowser } = await startProviders();
  const subject = randomUUID();
  own.signInAs(subject, { email: newEmail() });
  const browser = newBrowser();
  const callback = await callbackOf(browser, '/api/auth/oidc/oidc');
  const landings = await Promise.all([1, 2, 3].map(() => browser.visit(callback)));
  expect(landings.toSorted()).toEqual(['/auth?problem=expired', '/auth?problem=expired', '/auth?signed-in=oidc']);
  expect(await browser.visit(callback)).toBe('/auth?problem=expired');
  const { prisma } = account.deps.database;
  expect(await prisma.session.count({ where: { person: { identities: { some: { subject } } } } })).toBe(1);
});

it('a callback works in the browser that began, and in no other', async () => {
  const { own, newBrowser } = await startProviders();
  own.signInAs(randomUUID(), { email: newEmail() });
  const [browser, other] = [newBrowser(), newBrowser()];
  const callback = await callbackOf(browser, '/api/auth/oidc/oidc');
  expect(await other.visit(callback)).toBe('/auth?problem=other_browser');
  // Another browser with a sign-in of its own is another browser all the same.
  await other.step('/api/auth/oidc/oidc');
  expect(await other.visit(callback)).toBe('/auth?problem=other_browser');
  expect(other.cookie('inlet_refresh')).toBeUndefined();
  expect(await browser.visit(callback)).toBe('/auth?signed-in=oidc');
});

it('two tabs of a browser may sign in beside each other', async () => {
  const { own, newBrowser } = await startProviders();
  own.signInAs(randomUUID(), { email: newEmail() });
  const browser = newBrowser();
  const callbacks = [
    await callbackOf(browser, '/api/auth/oidc/oidc'),
    await callbackOf(browser, '/api/auth/oidc/oidc'),
  ];
  for (const callback of callbacks) expect(await browser.visit(callback)).toBe('/auth?signed-in=oidc');
});

it.each<[string, (callback: string) => string, string]>([
  ['another state', (callback) => withParam(callback, 'state', 'x'.repeat(43)), 'expired'],
  ['no state', (callback) => callback.replace(/state=[^&]*/, ''), 'expired'],
  ['two states', (callback) => `${callback}&state=${'x'.repeat(43)}`, 'provider_failed'],
  ['another code', (callback) => withParam(callback, 'code', 'x'.repeat(43)), 'provider_failed'],
  ['no code', (callback) => callback.replace(/code=[^&]*/, ''), 'provider_failed'],
  ['another issuer', (callback) => withParam(callback, 'iss', 'https://evil.example'), 'provider_failed'],
  ['the callback of another provider', (callback) => callback.replace('/oidc/callback', '/google/callback'), 'expired'],
  ['an unknown provider', (callback) => callback.replace('/oidc/callback', '/toString/callback'), 'unknown_provider'],
])('a callback with %s signs nobody in', async (_case, forge, problem) => {
  const { own, newBrowser } = await startProviders();
  own.signInAs(randomUUID(), { email: newEmail() });
  const browser = newBrowser();
  const callback = await callbackOf(browser, '/api/auth/oidc/oidc');
  expect(await browser.visit(forge(callback))).toBe(`/auth?problem=${problem}`);
  expect(Object.keys(signInProblems)).toContain(problem);
  expect(browser.cookie('inlet_refresh')).toBeUndefined();
});

it.each([
  ['nonce', 'provider_failed'],
  ['code_challenge', 'provider_failed'],
  ['state', 'expired'],
])('an authorization with another %s signs nobody in', async (name, problem) => {
  const { own, newBrowser } = await startProviders();
  own.signInAs(randomUUID(), { email: newEmail() });
  const browser = newBrowser();
  const authorization = await browser.step('/api/auth/oidc/oidc');
  expect(new URL(authorization).searchParams.get(name)).toMatch(/^[\w-]{43}$/);
  expect(await browser.visit(withParam(authorization, name, 'x'.repeat(43)))).toBe(`/auth?problem=${problem}`);
});

it('a person who refuses at the provider reads so', async () => {
  const { own, newBrowser } = await startProviders();
  own.refuse();
  expect(await newBrowser().visit('/api/auth/oidc/oidc')).toBe('/auth?problem=denied');
});

it('a provider that is away stops the sign-in before and after it, and later ones work again', async () => {
  const { account, own, google, newBrowser } = await startProviders();
  own.signInAs(randomUUID(), { email: newEmail() });
  const browser = newBrowser();
  const callback = await callbackOf(browser, '/api/auth/oidc/oidc');
  await own.close();
  expect(await browser.visit(callback)).toBe('/auth?problem=provider_failed');
  await google.close();
  expect(await browser.visit('/api/auth/oidc/google')).toBe('/auth?problem=provider_failed');
  expect(await account.deps.database.prisma.signInStep.count()).toBe(0);
});

it('a sign-in ends after ten minutes', async () => {
  const { account, own, newBrowser } = await startProviders();
  own.signInAs(randomUUID(), { email: newEmail() });
  const browser = newBrowser();
  const callback = await callbackOf(browser, '/api/auth/oidc/oidc');
  const { prisma } = account.deps.database;
  const step = await prisma.signInStep.findFirstOrThrow();
  expect(step.expiresAt.getTime() - step.createdAt.getTime()).toBeLessThanOrEqual(10 * 60_000 + 5_000);
  await prisma.signInStep.updateMany({ data: { expiresAt: new Date() } });
  expect(await browser.visit(callback)).toBe('/auth?problem=expired');
});

it.each(['cross-site', 'same-site'])('a page elsewhere (%s) begins no sign-in', async (site) => {
  const { account, newBrowser } = await startProviders();
  const landing = await newBrowser().step('/api/auth/oidc/oidc', { 'sec-fetch-site': site });
  expect(landing).toBe(`${publicUrl}/auth?problem=start_here`);
  expect(await account.deps.database.prisma.signInStep.count()).toBe(0);
});

it('a provider sends a browser back from another site', async () => {
  const { own, newBrowser } = await startProviders();
  own.signInAs(randomUUID(), { email: newEmail() });
  const browser = newBrowser();
  const callback = await callbackOf(browser, '/api/auth/oidc/oidc');
  const landing = await browser.step(callback, { 'sec-fetch-site': 'cross-site' });
  expect(landing).toBe(`${publicUrl}/auth?signed-in=oidc`);
});

it('a network begins so many sign-ins, and reads why it has to wait', async () => {
  const { newBrowser } = await startProviders({ RATE_LIMITS: 'on' });
  const browser = newBrowser();
  const landings = await Promise.all(Array.from({ length: 125 }, () => browser.step('/api/auth/oidc/oidc')));
  const refused = landings.filter((landing) => landing === `${publicUrl}/auth?problem=too_many`);
  // One more is admitted every few seconds.
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThanOrEqual(5);
});

it('neither the database nor the logs know what a browser or a provider shows', async () => {
  const lines: string[] = [];
  const logger = createLogger({ service: 'account', level: 'debug' }, { write: (line) => lines.push(line) });
  const { account, google, newBrowser } = await startProviders({}, { logger });
  const person = await accountOf(account);
  google.signInAs(randomUUID(), { email: person.email, email_verified: true });
  const browser = newBrowser();
  const secrets: string[] = [];
  const dump = async () => {
    const rows = await account.deps.database.prisma.signInStep.findMany();
    return JSON.stringify([rows, await account.deps.database.prisma.identity.findMany()]) + lines.join('');
  };
  const authorization = new URL(await browser.step('/api/auth/oidc/google'));
  for (const name of ['state', 'nonce']) secrets.push(authorization.searchParams.get(name) ?? '');
  secrets.push(browser.cookie('inlet_sign_in') ?? '');
  const dumps = [await dump()];
  const callback = await callbackOf(browser, authorization.href);
  secrets.push(new URL(callback).searchParams.get('code') ?? '');
  expect(await browser.visit(callback)).toBe('/auth?problem=link_first');
  expect(await browser.visit(callback)).toBe('/auth?problem=expired');
  dumps.push(await dump());
  expect(lines.join('')).toContain('sign-in with a provider: refused');
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(20);
    for (const text of dumps) expect(text).not.toContain(secret);
  }
});

describe('an issuer that lies', () => {
  /** Has the issuer sign other claims, with a key. */
  const signed = (key: TestIssuer['key'], claims: object): Lie => {
    return async (said) => {
      const idToken = String(said.id_token);
      const token = new SignJWT({ ...decodeJwt(idToken), ...claims });
      const { alg = '', ...header } = decodeProtectedHeader(idToken);
      return { ...said, id_token: await token.setProtectedHeader({ alg, ...header }).sign(key) };
    };
  };
  const visit = async (lie: (own: TestIssuer) => Promise<void>) => {
    const { own, newBrowser } = await startProviders();
    own.signInAs(randomUUID(), { email: newEmail() });
    await lie(own);
    return newBrowser().visit('/api/auth/oidc/oidc');
  };
  const refused = '/auth?problem=provider_failed';

  it('signs nobody in by an ID token of another key, for another client or of another issuer', async () => {
    const other = (await generateKeyPair('RS256')).privateKey;
    expect(await visit(async (own) => own.lieAt('/token', signed(own.key, {})))).toBe('/auth?signed-in=oidc');
    expect(await visit(async (own) => own.lieAt('/token', signed(other, {})))).toBe(refused);
    for (const claims of [{ aud: 'another' }, { iss: 'https://evil.example' }]) {
      expect(await visit(async (own) => own.lieAt('/token', signed(own.key, claims)))).toBe(refused);
    }
  });

  it('signs nobody in by metadata of another issuer', async () => {
    const path = '/.well-known/openid-configuration';
    const lie = async (said: object) => ({ ...said, issuer: 'https://evil.example' });
    expect(await visit(async (own) => own.lieAt(path, lie))).toBe(refused);
  });
});

it('a response of a provider is read up to its limit', async () => {
  let sent = 0;
  const endless = await open((_request, response) => {
    const piece = Buffer.alloc(64 * 1_024, 'x');
    const write = () => {
      while (!response.destroyed) {
        sent += piece.length;
        if (!response.write(piece)) return void response.once('drain', write);
      }
    };
    write();
  });
  const options = { body: undefined, headers: {}, method: 'GET', redirect: 'manual' } as const;
  await expect(boundedFetch(endless.url, options)).rejects.toThrow('too large');
  await endless.close();
  expect(sent).toBeLessThan(16 * 1_024 * 1_024);
});
