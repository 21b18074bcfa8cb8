import { randomUUID } from 'node:crypto';
import { sessionSchema } from '@inlet/contracts/sessions';
import { buildUser } from '@inlet/testing/build-user';
import { expect, it } from 'vitest';
import { accountOf, testPassword } from '#account-of.test-setup.ts';
import { firstAccountLink } from '#identity/first-account/first-account-token.ts';
import { createInvitation } from '#identity/invitations/create-invitation.ts';
import { startProviders } from '#identity/providers/providers.test-setup.ts';
import { mailsTo } from '#mailbox.test-setup.ts';

const newEmail = () => `${randomUUID()}@example.com`;

it('OIDC_TRUST_EMAIL opens accounts whose address was proved, and says so by mail', async () => {
  const { account, own, google, newBrowser } = await startProviders({ OIDC_TRUST_EMAIL: 'on' });
  const { prisma } = account.deps.database;
  const proved = await accountOf(account);
  await prisma.person.update({ where: { id: proved.id }, data: { emailVerifiedAt: new Date() } });
  const claimed = await accountOf(account);
  own.signInAs(randomUUID(), { email: proved.email, email_verified: false });
  expect(await newBrowser().visit('/api/auth/oidc/oidc')).toBe('/auth?signed-in=oidc');
  expect((await mailsTo(account, proved.email)).map(({ subject }) => subject)).toEqual([
    'Signing in with Example is linked to your account',
  ]);
  own.signInAs(randomUUID(), { email: claimed.email });
  expect(await newBrowser().visit('/api/auth/oidc/oidc')).toBe('/auth?problem=link_first');
  const email = newEmail();
  own.signInAs(randomUUID(), { email });
  expect(await newBrowser().visit('/api/auth/oidc/oidc')).toBe('/auth?signed-in=oidc');
  expect(await prisma.person.findUniqueOrThrow({ where: { email } })).toMatchObject({
    emailVerifiedAt: expect.any(Date),
  });
  // The word is about the operator's own issuer.
  google.signInAs(randomUUID(), { email: proved.email, email_verified: true });
  expect(await newBrowser().visit('/api/auth/oidc/google')).toBe('/auth?problem=link_first');
});

it('OIDC_DOMAINS admits the people of some domains, at each sign-in, and no others of the own issuer', async () => {
  const { own, google, newBrowser } = await startProviders({ OIDC_DOMAINS: 'Example.org, example.net' });
  const subject = randomUUID();
  const visit = async (email: string | undefined) => {
    own.signInAs(subject, email === undefined ? {} : { email });
    return newBrowser().visit('/api/auth/oidc/oidc');
  };
  expect(await visit('ada@EXAMPLE.org')).toBe('/auth?signed-in=oidc');
  expect(await visit('ada@example.com')).toBe('/auth?problem=domain_not_allowed');
  expect(await visit('ada@example.org.example.com')).toBe('/auth?problem=domain_not_allowed');
  expect(await visit('"ada@example.org"@example.com')).toBe('/auth?problem=no_email');
  expect(await visit(undefined)).toBe('/auth?problem=no_email');
  expect(await visit('ada@example.net')).toBe('/auth?signed-in=oidc');
  google.signInAs(randomUUID(), { email: newEmail(), email_verified: true });
  expect(await newBrowser().visit('/api/auth/oidc/google')).toBe('/auth?signed-in=google');
});

it('OIDC_DOMAINS of a public issuer admits verified addresses alone, and no second factor is replaced', async () => {
  const world = await startProviders({ OIDC_DOMAINS: 'example.org' }, {}, { isPublic: true });
  const { account, own, newBrowser } = world;
  const subject = randomUUID();
  const visit = async (email_verified?: boolean) => {
    own.signInAs(subject, { email: 'ada@example.org', ...(email_verified !== undefined && { email_verified }) });
    return newBrowser().visit('/api/auth/oidc/oidc');
  };
  for (const claim of [undefined, false]) expect(await visit(claim)).toBe('/auth?problem=not_verified');
  expect(await visit(true)).toBe('/auth?signed-in=oidc');
  // Somebody who is known shows it again at each sign-in.
  for (const claim of [undefined, false]) expect(await visit(claim)).toBe('/auth?problem=not_verified');
  const { prisma } = account.deps.database;
  const { personId } = await prisma.identity.findFirstOrThrow({ where: { subject } });
  await prisma.totp.create({ data: { personId, sealed: new Uint8Array([1]), confirmedAt: new Date() } });
  expect(await visit(true)).toMatch(/^\/auth\?second-step=oidc#token=/);
});

it('OIDC_DEFAULT_WORKSPACE has new people of the own issuer join it with a role, and gives others their own', async () => {
  const id = randomUUID();
  const settings = { OIDC_DEFAULT_WORKSPACE: id, OIDC_DEFAULT_ROLE: 'editor' };
  const { account, own, google, newBrowser } = await startProviders(settings);
  const { prisma } = account.deps.database;
  own.signInAs(randomUUID(), { email: newEmail() });
  expect(await newBrowser().visit('/api/auth/oidc/oidc')).toBe('/auth?problem=workspace_missing');
  await buildUser(prisma, { id });
  const browser = newBrowser();
  expect(await browser.visit('/api/auth/oidc/oidc')).toBe('/auth?signed-in=oidc');
  const { user } = sessionSchema.parse(await (await browser.post('/api/auth/refresh', {})).json());
  expect(user).toMatchObject({ id, role: 'editor', workspace: { id } });
  expect(await prisma.user.count({ where: { id: user.personId ?? '' } })).toBe(0);
  const email = newEmail();
  google.signInAs(randomUUID(), { email, email_verified: true });
  expect(await newBrowser().visit('/api/auth/oidc/google')).toBe('/auth?signed-in=google');
  expect(await prisma.user.count({ where: { email } })).toBe(1);
});

it('SIGN_UP=invite asks the people of public providers for an invitation, and not those of the own issuer', async () => {
  const { account, own, google, newBrowser } = await startProviders({ SIGN_UP: 'invite' });
  const { prisma } = account.deps.database;
  const [email, other] = [newEmail(), newEmail()];
  const visit = (address: string) => {
    google.signInAs(address, { email: address, email_verified: true });
    return newBrowser().visit('/api/auth/oidc/google');
  };
  expect(await visit(email)).toBe('/auth?problem=invite_required');
  expect(await prisma.person.count({ where: { email } })).toBe(0);
  await createInvitation(prisma, email);
  expect(await visit(other)).toBe('/auth?problem=invite_required');
  expect(await visit(email)).toBe('/auth?signed-in=google');
  const { id } = await prisma.person.findUniqueOrThrow({ where: { email } });
  expect(await prisma.invitation.findFirst({ where: { email } })).toMatchObject({ userId: id });
  own.signInAs(other, { email: other });
  expect(await newBrowser().visit('/api/auth/oidc/oidc')).toBe('/auth?signed-in=oidc');
});

it('the link of a fresh installation makes the first account with a provider, once', async () => {
  const { account, google, newBrowser } = await startProviders({ SIGN_UP: 'invite' });
  const { searchParams } = new URL(firstAccountLink(account.deps.config));
  const visit = (email: string) => {
    google.signInAs(email, { email, email_verified: true });
    return newBrowser().visit(`/api/auth/oidc/google?${searchParams}`);
  };
  expect(await visit(newEmail())).toBe('/auth?signed-in=google');
  expect(await visit(newEmail())).toBe('/auth?problem=invite_required');
});

it('PASSWORDS=off leaves the providers alone', async () => {
  const { account, own, newBrowser } = await startProviders({ PASSWORDS: 'off' });
  const person = await accountOf(account);
  const credentials = { email: person.email, password: testPassword };
  for (const [path, body] of [
    ['sign-in', credentials],
    ['sign-up', { ...credentials, email: newEmail() }],
    ['forgot-password', { email: person.email }],
    ['reset-password', { token: 'any', password: testPassword }],
  ] as const) {
    expect(await account.call(`POST /api/auth/${path}`, { body })).toMatchObject({
      status: 403,
      body: { code: 'passwords_off', error: expect.stringContaining('Passwords are switched off here.') },
    });
  }
  own.signInAs(randomUUID(), { email: newEmail() });
  expect(await newBrowser().visit('/api/auth/oidc/oidc')).toBe('/auth?signed-in=oidc');
  own.signInAs(randomUUID(), { email: person.email });
  expect(await newBrowser().visit('/api/auth/oidc/oidc')).toBe('/auth?problem=ask_operator');
  expect((await account.call('GET /api/config')).body).toMatchObject({ passwords: false });
});

it('everybody learns which providers there are', async () => {
  const { account } = await startProviders({ GOOGLE_CLIENT_ID: '', GOOGLE_CLIENT_SECRET: '' });
  expect((await account.call('GET /api/config')).body).toMatchObject({
    signInWith: [
      { id: 'oidc', name: 'Example' },
      { id: 'github', name: 'GitHub' },
    ],
    passwords: true,
  });
});
