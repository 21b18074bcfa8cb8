import { randomUUID } from 'node:crypto';
import { sessionSchema } from '@inlet/contracts/sessions';
import { createLogger } from '@inlet/process/logger';
import type { BuiltUser } from '@inlet/testing/build-user';
import { expect, it } from 'vitest';
import { accountOf, testPassword } from '#account-of.test-setup.ts';
import {
  addPasskey,
  codeOf,
  finish,
  letStepsPass,
  passkeyOptions,
  setUpTotp,
} from '#identity/factors/factors.test-setup.ts';
import type { TestBrowser } from '#identity/providers/browser.test-setup.ts';
import { startProviders, type TestProviders } from '#identity/providers/providers.test-setup.ts';

const finishPath = '/api/auth/second-factor';

/** Links an identity of each provider to a person, and has these sign in from then on. */
async function linkAll({ account, own, google, github }: TestProviders, { id, email }: BuiltUser): Promise<void> {
  const number = Math.floor(Math.random() * 1e9) + 1;
  const subjects = { [own.url]: randomUUID(), [google.url]: randomUUID(), [github.endpoints.issuer]: String(number) };
  await account.deps.database.prisma.identity.createMany({
    data: Object.entries(subjects).map(([issuer, subject]) => ({ issuer, subject, personId: id })),
  });
  for (const issuer of [own, google]) issuer.signInAs(subjects[issuer.url] ?? '', { email, email_verified: true });
  github.signInAs({ id: number, emails: [{ email, primary: true, verified: true }] });
}

/** The second step that an address of the app leads to. */
function stepOf(landing: string, provider: string) {
  const { pathname, search, hash } = new URL(landing, 'http://inlet.example');
  // What a browser sends to a server has no token.
  expect(pathname + search).toBe(`/auth?second-step=${provider}`);
  const said = new URLSearchParams(hash.slice(1));
  return { token: said.get('token') ?? '', methods: (said.get('methods') ?? '').split(' ') };
}

const signIn = async (browser: TestBrowser, provider: string) =>
  stepOf(await browser.visit(`/api/auth/oidc/${provider}`), provider);

const eventsOf = async ({ account }: TestProviders, { id: userId }: BuiltUser) => {
  const where = { userId, action: { in: ['account.signed_in', 'account.sign_in_failed'] } };
  const events = await account.deps.database.prisma.auditEvent.findMany({ where, orderBy: { id: 'asc' } });
  return events.map(({ action, details }) => [action, details]);
};

it.each([
  ['google', 'Google'],
  ['github', 'GitHub'],
])('%s replaces the password, and the second step opens the session', async (provider, name) => {
  const world = await startProviders();
  const { account, newBrowser } = world;
  const person = await accountOf(account);
  await linkAll(world, person);
  const { secret } = await setUpTotp(account, await account.signIn(person));
  await letStepsPass(account, person.id);
  const before = await account.deps.database.prisma.session.count({ where: { personId: person.id } });
  const browser = newBrowser();
  const { token, methods } = await signIn(browser, provider);
  expect(methods).toEqual(['totp', 'recoveryCode']);
  // Until then there is no session, whatever the browser has.
  expect(browser.cookie('inlet_refresh')).toBeUndefined();
  expect(await account.deps.database.prisma.session.count({ where: { personId: person.id } })).toBe(before);
  expect((await browser.post(finishPath, { token, code: '000000' })).status).toBe(401);
  const answer = await browser.post(finishPath, { token, code: codeOf(secret) });
  expect(answer.status).toBe(200);
  expect(sessionSchema.parse(await answer.json())).toMatchObject({ user: { id: person.id } });
  expect(browser.cookie('inlet_refresh')).toBeDefined();
  expect(await (await browser.post(finishPath, { token, code: codeOf(secret, 1) })).json()).toMatchObject({
    code: 'sign_in_expired',
  });
  expect(await eventsOf(world, person)).toEqual([
    ['account.sign_in_failed', { step: 'second_factor', provider: name }],
    ['account.signed_in', { secondFactor: 'totp', provider: name }],
  ]);
});

it('a passkey is the second step after Google, too', async () => {
  const world = await startProviders();
  const { account, newBrowser } = world;
  const person = await accountOf(account);
  await linkAll(world, person);
  const { authenticator } = await addPasskey(account, await account.signIn(person));
  const { token, methods } = await signIn(newBrowser(), 'google');
  expect(methods).toEqual(['passkey', 'recoveryCode']);
  const passkey = authenticator.get(await passkeyOptions(account, { token }));
  expect((await finish(account, { token, passkey })).body).toMatchObject({ user: { id: person.id } });
});

it('the step ends after five attempts, after five minutes, and with the password', async () => {
  const world = await startProviders();
  const { account, newBrowser } = world;
  const { prisma } = account.deps.database;
  const person = await accountOf(account);
  await linkAll(world, person);
  const { secret, recoveryCodes } = await setUpTotp(account, await account.signIn(person));
  await letStepsPass(account, person.id);
  const expired = { status: 401, body: { code: 'sign_in_expired' } };
  const first = await signIn(newBrowser(), 'google');
  for (let n = 0; n < 5; n += 1) {
    const answer = await finish(account, { token: first.token, code: '000000' });
    expect(answer.body).toMatchObject({ code: 'invalid_second_factor' });
  }
  expect(await finish(account, { token: first.token, code: codeOf(secret) })).toMatchObject(expired);
  const second = await signIn(newBrowser(), 'google');
  const step = await prisma.signInStep.findFirstOrThrow({ where: { purpose: 'second-factor', attempts: 0 } });
  expect(Math.abs(step.expiresAt.getTime() - Date.now() - 5 * 60_000)).toBeLessThan(60_000);
  await prisma.signInStep.update({ where: { id: step.id }, data: { expiresAt: new Date() } });
  expect(await finish(account, { token: second.token, code: codeOf(secret) })).toMatchObject(expired);
  const third = await signIn(newBrowser(), 'google');
  await prisma.person.update({ where: { id: person.id }, data: { passwordHash: 'of another password' } });
  expect(await finish(account, { token: third.token, recoveryCode: recoveryCodes[0] })).toMatchObject(expired);
  expect(await prisma.recoveryCode.count({ where: { personId: person.id } })).toBe(10);
});

it('an identity that waits is linked after the second step, and a former session ends', async () => {
  const world = await startProviders();
  const { account, google, newBrowser } = world;
  const { prisma } = account.deps.database;
  const [person, other, subject] = [await accountOf(account), await accountOf(account), randomUUID()];
  await linkAll(world, person);
  const { secret } = await setUpTotp(account, await account.signIn(person));
  await letStepsPass(account, person.id);
  await prisma.identity.deleteMany({ where: { issuer: google.url } });
  google.signInAs(subject, { email: person.email, email_verified: true });
  const browser = newBrowser();
  await browser.post('/api/auth/sign-in', { email: other.email, password: testPassword });
  expect(await browser.visit('/api/auth/oidc/google')).toBe('/auth?problem=link_first');
  const { token } = await signIn(browser, 'github');
  const waiting = { where: { issuer: google.url, subject } };
  expect(await prisma.identity.count(waiting)).toBe(0);
  expect((await browser.post(finishPath, { token, code: codeOf(secret) })).status).toBe(200);
  expect(await prisma.identity.findFirst(waiting)).toMatchObject({ personId: person.id });
  expect(await prisma.session.count({ where: { personId: other.id } })).toBe(0);
});

it('the operator’s own issuer replaces both steps', async () => {
  const world = await startProviders();
  const { account, newBrowser } = world;
  const person = await accountOf(account);
  await linkAll(world, person);
  // A factor counts once it is set up.
  await account.call('POST /api/v1/me/totp', { token: await account.signIn(person) });
  expect(await newBrowser().visit('/api/auth/oidc/google')).toBe('/auth?signed-in=google');
  await setUpTotp(account, await account.signIn(person));
  expect(await newBrowser().visit('/api/auth/oidc/oidc')).toBe('/auth?signed-in=oidc');
  await signIn(newBrowser(), 'google');
});

it('neither the database nor the logs know the token', async () => {
  const lines: string[] = [];
  const logger = createLogger({ service: 'account', level: 'debug' }, { write: (line) => lines.push(line) });
  const world = await startProviders({}, { logger });
  const person = await accountOf(world.account);
  await linkAll(world, person);
  await setUpTotp(world.account, await world.account.signIn(person));
  const { token } = await signIn(world.newBrowser(), 'google');
  expect(token).toMatch(/^[\w-]{43}$/);
  const { rows } = await world.account.deps.database.pool.query(
    'select row_to_json(s)::text as text from sign_in_steps s',
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify([rows, lines])).not.toContain(token);
});
