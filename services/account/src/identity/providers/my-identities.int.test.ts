import { randomUUID } from 'node:crypto';
import { identityLinkSchema, identityListSchema } from '@inlet/contracts/identities';
import type { BuiltUser } from '@inlet/testing/build-user';
import { expect, it } from 'vitest';
import { accountOf, auditOf } from '#account-of.test-setup.ts';
import type { TestBrowser } from '#identity/providers/browser.test-setup.ts';
import { startProviders, type TestProviders } from '#identity/providers/providers.test-setup.ts';
import { mailsTo } from '#mailbox.test-setup.ts';

/** Begins to link an identity in the settings, and returns the page of the provider. */
async function begin({ account }: TestProviders, browser: TestBrowser, person: BuiltUser, provider = 'google') {
  const response = await browser.post('/api/v1/me/identities', { provider }, await account.signIn(person));
  expect(response.status).toBe(200);
  return identityLinkSchema.parse(await response.json()).url;
}

async function listOf({ ask }: TestProviders, token: string) {
  const response = await ask('GET /api/v1/me/identities', token);
  return identityListSchema.parse(await response.json()).identities;
}

it('a person who is signed in links an identity, which signs in from then on', async () => {
  const world = await startProviders();
  const { account, google, newBrowser } = world;
  const [person, subject] = [await accountOf(account), randomUUID()];
  const browser = newBrowser();
  // The address at the provider may be any, and need not be verified: the person has chosen.
  google.signInAs(subject, { email: 'other@example.com', email_verified: false });
  expect(await browser.visit(await begin(world, browser, person))).toBe('/settings/security?linked=google');
  expect(await listOf(world, await account.signIn(person))).toEqual([
    expect.objectContaining({ provider: 'google', name: 'Google', id: expect.stringMatching(/^[\w-]{16}$/) }),
  ]);
  expect(await auditOf(account, person.id)).toEqual(['account.identity_linked']);
  expect(await mailsTo(account, person.email)).toHaveLength(1);
  const another = newBrowser();
  expect(await another.visit('/api/auth/oidc/google')).toBe('/auth?signed-in=google');
  expect(await (await another.post('/api/auth/refresh', {})).json()).toMatchObject({ user: { id: person.id } });
});

it('linking needs a session that was confirmed, and a provider', async () => {
  const { account } = await startProviders({ GITHUB_CLIENT_ID: '', GITHUB_CLIENT_SECRET: '' });
  const { prisma } = account.deps.database;
  const person = await accountOf(account);
  const link = async (token: string | undefined, provider = 'google') => {
    const answer = await account.call('POST /api/v1/me/identities', { ...(token && { token }), body: { provider } });
    return (answer.body as { code?: string }).code;
  };
  expect(await link(undefined)).toBe('unauthorized');
  const token = await account.signIn(person);
  expect(await link(token, 'github')).toBe('provider_not_found');
  expect(await link(token, 'facebook')).toBe('invalid_input');
  await prisma.session.updateMany({ data: { createdAt: new Date(Date.now() - 3_600_000) } });
  expect(await link(token)).toBe('confirmation_required');
});

it('nobody else finishes what a person has begun to link', async () => {
  const world = await startProviders();
  const { account, google, newBrowser } = world;
  const { prisma } = account.deps.database;
  const [person, other, subject] = [await accountOf(account), await accountOf(account), randomUUID()];
  google.signInAs(subject, { email: other.email, email_verified: true });
  // A stranger begins, and has the person open the rest of the way.
  expect(await newBrowser().visit(await begin(world, newBrowser(), person))).toBe('/auth?problem=other_browser');
  // The person signs out in between.
  const browser = newBrowser();
  const page = await begin(world, browser, person);
  await prisma.session.deleteMany({ where: { personId: person.id } });
  expect(await browser.visit(page)).toBe('/auth?problem=expired');
  expect(await prisma.identity.count()).toBe(0);
  // The identity opens the account of somebody else.
  await browser.visit(await begin(world, browser, other));
  expect(await browser.visit(await begin(world, browser, person))).toBe('/auth?problem=identity_taken');
  expect(await listOf(world, await account.signIn(person))).toEqual([]);
  expect(await listOf(world, await account.signIn(other))).toHaveLength(1);
});

it('an identity is removed, but never the last way in', async () => {
  const world = await startProviders();
  const { account, google, newBrowser } = world;
  const { prisma } = account.deps.database;
  const person = await accountOf(account);
  for (const provider of ['google', 'oidc'] as const) {
    const browser = newBrowser();
    (provider === 'google' ? google : world.own).signInAs(randomUUID(), { email: person.email });
    await browser.visit(await begin(world, browser, person, provider));
  }
  const token = await account.signIn(person);
  const [first, second] = await listOf(world, token);
  const remove = async (id = '') => {
    const response = await world.ask(`DELETE /api/v1/me/identities/${id}`, token);
    return response.status === 204 ? 204 : ((await response.json()) as { code: string }).code;
  };
  await prisma.person.update({ where: { id: person.id }, data: { passwordHash: null } });
  const outcomes = await Promise.all([remove(first?.id), remove(second?.id)]);
  expect(outcomes.toSorted()).toEqual([204, 'last_way_in']);
  await prisma.passkey.create({
    data: {
      id: randomUUID(),
      personId: person.id,
      credentialId: randomUUID(),
      publicKey: new Uint8Array(),
      counter: 0,
      rpId: 'localhost',
      name: 'A key',
    },
  });
  const [left] = await listOf(world, token);
  expect(await remove('unknown')).toBe('identity_not_found');
  expect(await remove(left?.id)).toBe(204);
  expect(await listOf(world, token)).toEqual([]);
  expect(await auditOf(account, person.id)).toContain('account.identity_unlinked');
});

it.each([
  ['on', 204],
  ['off', 409],
])('a password is a way in where passwords are %s', async (passwords, status) => {
  const world = await startProviders({ PASSWORDS: passwords });
  const { account, google, newBrowser } = world;
  const person = await accountOf(account);
  google.signInAs(randomUUID(), { email: person.email });
  const browser = newBrowser();
  await browser.visit(await begin(world, browser, person));
  const token = await account.signIn(person);
  const [identity] = await listOf(world, token);
  expect((await world.ask(`DELETE /api/v1/me/identities/${identity?.id}`, token)).status).toBe(status);
});
