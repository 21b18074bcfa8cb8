import { randomUUID } from 'node:crypto';
import { sessionSchema } from '@inlet/contracts/sessions';
import { signInProblems } from '@inlet/contracts/sign-in-problems';
import { expect, it } from 'vitest';
import { accountOf, auditOf, testPassword } from '#account-of.test-setup.ts';
import { createInvitation } from '#identity/invitations/create-invitation.ts';
import type { Claims } from '#identity/providers/issuer.test-setup.ts';
import { startProviders, type TestProviders } from '#identity/providers/providers.test-setup.ts';
import { mailsTo } from '#mailbox.test-setup.ts';

const verified: Record<string, Pick<Claims, 'email_verified'>> = {
  'says true': { email_verified: true },
  'says false': { email_verified: false },
  'says nothing': {},
};
const newEmail = () => `${randomUUID()}@example.com`;
const everySignIn = (outcome: string) => ({ 'says true': outcome, 'says false': outcome, 'says nothing': outcome });
const onlyIfVerified = (outcome: string) => ({ ...everySignIn('not_verified'), 'says true': outcome });

/** The people whose addresses a provider may name, and the invitation that a person follows. */
const situations: Record<string, (world: TestProviders, email: string) => Promise<string | null>> = {
  'somebody new': async () => null,
  'an account': async ({ account }, email) => {
    await verifyAddress(account, (await accountOf(account, email)).id);
    return null;
  },
  'an account whose invitation was followed': async ({ account }, email) => {
    await verifyAddress(account, (await accountOf(account, email)).id);
    return (await createInvitation(account.deps.database.prisma, email)).token;
  },
  'an account that another claimed': async ({ account }, email) => {
    await accountOf(account, email);
    return null;
  },
  'an account that another claimed, whose invitation was followed': async ({ account }, email) => {
    await accountOf(account, email);
    return (await createInvitation(account.deps.database.prisma, email)).token;
  },
};

it('an address alone opens no account, and a refused person reads the reason', async () => {
  const world = await startProviders();
  const { account, own, google, newBrowser } = world;
  const { prisma } = account.deps.database;
  const outcomes: Record<string, Record<string, Record<string, string>>> = { oidc: {}, google: {} };
  for (const [id, issuer] of Object.entries({ oidc: own, google })) {
    for (const [situation, prepare] of Object.entries(situations)) {
      for (const [claim, said] of Object.entries(verified)) {
        const [subject, email] = [randomUUID(), newEmail()];
        const invite = await prepare(world, email);
        const before = await prisma.person.findUnique({ where: { email } });
        issuer.signInAs(subject, { email, ...said });
        const browser = newBrowser();
        const landing = await browser.visit(`/api/auth/oidc/${id}${invite === null ? '' : `?invite=${invite}`}`);
        const problem = new URLSearchParams(landing.split('?')[1]).get('problem');
        const identity = await prisma.identity.findFirst({ where: { subject } });
        const opened = identity?.personId === before?.id ? 'opened' : 'created';
        outcomes[id] = { ...outcomes[id], [situation]: { ...outcomes[id]?.[situation], [claim]: problem ?? opened } };
        expect(browser.cookie('inlet_refresh') === undefined).toBe(problem !== null);
        expect(identity === null).toBe(problem !== null);
        if (problem !== null) expect(Object.keys(signInProblems)).toContain(problem);
      }
    }
  }
  expect(outcomes).toEqual({
    oidc: {
      'somebody new': everySignIn('created'),
      'an account': everySignIn('link_first'),
      'an account whose invitation was followed': everySignIn('opened'),
      'an account that another claimed': everySignIn('link_first'),
      'an account that another claimed, whose invitation was followed': everySignIn('link_first'),
    },
    google: {
      'somebody new': onlyIfVerified('created'),
      'an account': onlyIfVerified('link_first'),
      'an account whose invitation was followed': onlyIfVerified('opened'),
      'an account that another claimed': onlyIfVerified('link_first'),
      'an account that another claimed, whose invitation was followed': onlyIfVerified('link_first'),
    },
  });
});

it('a new person has a session, an account and a welcome; the identity is the subject, whatever the address is', async () => {
  const { account, own, newBrowser } = await startProviders();
  const { prisma } = account.deps.database;
  const [email, later, subject] = [newEmail(), newEmail(), randomUUID()];
  own.signInAs(subject, { email: email.toUpperCase() });
  const browser = newBrowser();
  expect(await browser.visit('/api/auth/oidc/oidc')).toBe('/auth?signed-in=oidc');
  const session = sessionSchema.parse(await (await browser.post('/api/auth/refresh', {})).json());
  expect(session).toMatchObject({ user: { email, role: 'owner', isVerified: false } });
  expect((await mailsTo(account, email)).map(({ subject: line }) => line)).toEqual(['Welcome to Inlet']);
  expect(await auditOf(account, session.user.id)).toEqual(['account.created', 'account.signed_in']);
  own.signInAs(subject, { email: later });
  expect(await newBrowser().visit('/api/auth/oidc/oidc')).toBe('/auth?signed-in=oidc');
  expect(await prisma.person.count({ where: { email: later } })).toBe(0);
  expect(await prisma.session.count({ where: { personId: session.user.id } })).toBe(2);
  const person = await prisma.person.findUniqueOrThrow({ where: { email } });
  expect(person).toMatchObject({ passwordHash: null, emailVerifiedAt: null });
  // Nobody signs in with an empty password, or with none.
  for (const password of ['', 'null', 'password']) {
    const { status } = await account.call('POST /api/auth/sign-in', { body: { email, password } });
    expect([401, 422]).toContain(status);
  }
});

it.each([
  ['no address', [], 'no_email'],
  ['an address that is not verified', [{ email: 'a@example.com', primary: true, verified: false }], 'not_verified'],
  [
    'a verified address that is not the primary one',
    [{ email: 'b@example.com', primary: false, verified: true }],
    'no_email',
  ],
] as const)('GitHub signs nobody in with %s', async (_case, emails, problem) => {
  const { github, newBrowser } = await startProviders();
  github.signInAs({ id: 7, emails });
  expect(await newBrowser().visit('/api/auth/oidc/github')).toBe(`/auth?problem=${problem}`);
});

it('GitHub signs in the person with the same number, whatever the address is', async () => {
  const { account, github, newBrowser } = await startProviders();
  const [email, later] = [newEmail(), newEmail()];
  for (const address of [email, later]) {
    github.signInAs({ id: 8, emails: [{ email: address, primary: true, verified: true }] });
    expect(await newBrowser().visit('/api/auth/oidc/github')).toBe('/auth?signed-in=github');
  }
  const { prisma } = account.deps.database;
  expect(await prisma.person.count({ where: { email: later } })).toBe(0);
  expect(await prisma.person.findUniqueOrThrow({ where: { email } })).toMatchObject({
    emailVerifiedAt: expect.any(Date),
  });
});

it('an identity waits until its person signs in as before in the same browser, and nobody else links it', async () => {
  const { account, google, newBrowser } = await startProviders();
  const { prisma } = account.deps.database;
  const [person, other, subject] = [await accountOf(account), await accountOf(account), randomUUID()];
  google.signInAs(subject, { email: person.email, email_verified: true });
  const browser = newBrowser();
  expect(await browser.visit('/api/auth/oidc/google')).toBe('/auth?problem=link_first');
  const signIn = (by: typeof browser, email: string) => by.post('/api/auth/sign-in', { email, password: testPassword });
  expect((await signIn(newBrowser(), person.email)).status).toBe(200);
  expect((await signIn(browser, other.email)).status).toBe(200);
  expect(await prisma.identity.count({ where: { subject } })).toBe(0);
  expect((await signIn(browser, person.email)).status).toBe(200);
  expect(await prisma.identity.findFirst({ where: { subject } })).toMatchObject({ personId: person.id });
  const mails = await mailsTo(account, person.email);
  expect(mails.map((mail) => mail.subject)).toEqual(['Signing in with Google is linked to your account']);
  expect(await auditOf(account, person.id)).toContain('account.identity_linked');
  expect(await newBrowser().visit('/api/auth/oidc/google')).toBe('/auth?signed-in=google');
});

it('a sign-in with a provider that is known here counts as before, too', async () => {
  const { account, google, own, newBrowser } = await startProviders();
  const [email, first, second] = [newEmail(), randomUUID(), randomUUID()];
  own.signInAs(first, { email });
  await newBrowser().visit('/api/auth/oidc/oidc');
  google.signInAs(second, { email, email_verified: true });
  const browser = newBrowser();
  expect(await browser.visit('/api/auth/oidc/google')).toBe('/auth?problem=link_first');
  expect(await browser.visit('/api/auth/oidc/oidc')).toBe('/auth?signed-in=oidc');
  const identities = await account.deps.database.prisma.identity.findMany({
    where: { subject: { in: [first, second] } },
  });
  expect(new Set(identities.map(({ personId }) => personId)).size).toBe(1);
  expect(identities).toHaveLength(2);
});

it('a browser that signs in once more has one session', async () => {
  const { account, own, newBrowser } = await startProviders();
  const person = await accountOf(account);
  const browser = newBrowser();
  await browser.post('/api/auth/sign-in', { email: person.email, password: testPassword });
  own.signInAs(randomUUID(), { email: newEmail() });
  expect(await browser.visit('/api/auth/oidc/oidc')).toBe('/auth?signed-in=oidc');
  expect(await account.deps.database.prisma.session.count({ where: { personId: person.id } })).toBe(0);
  expect(await auditOf(account, person.id)).toContain('account.signed_out');
});

async function verifyAddress({ deps }: TestProviders['account'], id: string): Promise<void> {
  await deps.database.prisma.person.update({ where: { id }, data: { emailVerifiedAt: new Date() } });
}
