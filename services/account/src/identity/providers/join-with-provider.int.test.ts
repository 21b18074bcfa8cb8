import { randomUUID } from 'node:crypto';
import { sessionSchema } from '@inlet/contracts/sessions';
import { signInProblems } from '@inlet/contracts/sign-in-problems';
import { openInvitationSchema } from '@inlet/contracts/workspaces';
import type { BuiltUser } from '@inlet/testing/build-user';
import { expect, it } from 'vitest';
import { accountOf, auditOf } from '#account-of.test-setup.ts';
import { codeOf, letStepsPass, setUpTotp } from '#identity/factors/factors.test-setup.ts';
import type { TestBrowser } from '#identity/providers/browser.test-setup.ts';
import { startProviders, type TestProviders } from '#identity/providers/providers.test-setup.ts';
import { newestMail } from '#mailbox.test-setup.ts';

const newEmail = () => `${randomUUID()}@example.com`;

/** A workspace that has invited an address, with the token of the mailed link. */
async function invite({ account }: TestProviders, email: string) {
  const owner = await accountOf(account);
  const token = await account.signIn(owner);
  const path = `/api/v1/workspaces/${owner.id}/invitations`;
  const answer = await account.call(`POST ${path}`, { token, body: { email, role: 'editor' } });
  expect(answer.status).toBe(201);
  const { id } = openInvitationSchema.parse(answer.body);
  const link = /join=([\w-]+)/.exec((await newestMail(account, email)).text)?.[1] ?? '';
  const withdraw = () => account.call(`DELETE ${path}/${id}`, { token });
  return { owner, link, withdraw };
}

const start = (provider: string, link: string) => `/api/auth/oidc/${provider}?join=${link}`;
const membersOf = async ({ account }: TestProviders, { id: userId }: BuiltUser) => {
  const rows = await account.deps.database.prisma.membership.findMany({ where: { userId }, include: { person: true } });
  return rows.filter(({ role }) => role !== 'owner').map(({ role, person }) => [role, person.email]);
};
const sessionOf = async (browser: TestBrowser) =>
  sessionSchema.parse(await (await browser.post('/api/auth/refresh', {})).json());

async function prove({ account }: TestProviders, { id }: BuiltUser): Promise<void> {
  await account.deps.database.prisma.person.update({ where: { id }, data: { emailVerifiedAt: new Date() } });
}

it.each(['google', 'github', 'oidc'])(
  'somebody new joins by %s, also where a sign-up needs an invitation',
  async (id) => {
    const world = await startProviders({ SIGN_UP: 'invite' });
    const { account, own, google, github, newBrowser } = world;
    const { prisma } = account.deps.database;
    const email = newEmail();
    const { owner, link } = await invite(world, email);
    own.signInAs(randomUUID(), { email });
    google.signInAs(randomUUID(), { email, email_verified: true });
    github.signInAs({ id: 5, emails: [{ email, primary: true, verified: true }] });
    const browser = newBrowser();
    expect(await browser.visit(start(id, link))).toBe(`/auth?signed-in=${id}`);
    expect(await membersOf(world, owner)).toEqual([['editor', email]]);
    const { user } = await sessionOf(browser);
    expect(user).toMatchObject({ id: owner.id, role: 'editor', email, isVerified: true });
    // There is no workspace of one's own.
    expect(await prisma.user.count({ where: { id: user.personId ?? '' } })).toBe(0);
    expect(await auditOf(account, owner.id)).toEqual(expect.arrayContaining(['member.invited', 'member.joined']));
    expect(await newBrowser().visit(start(id, link))).toBe('/auth?problem=invitation_over');
  },
);

it('a person whose provider is known joins, and sees that workspace first', async () => {
  const world = await startProviders();
  const { google, newBrowser } = world;
  const email = newEmail();
  google.signInAs(randomUUID(), { email, email_verified: true });
  await newBrowser().visit('/api/auth/oidc/google');
  const { owner, link } = await invite(world, email);
  const browser = newBrowser();
  expect(await browser.visit(start('google', link))).toBe('/auth?signed-in=google');
  expect(await membersOf(world, owner)).toEqual([['editor', email]]);
  expect((await sessionOf(browser)).user).toMatchObject({ id: owner.id, role: 'editor' });
});

it('the invitation links the provider to an account whose address was proved, and to no claimed one', async () => {
  const world = await startProviders();
  const { account, google, newBrowser } = world;
  const { prisma } = account.deps.database;
  for (const [isProved, landing] of [
    [true, '/auth?signed-in=google'],
    [false, '/auth?problem=link_first'],
  ] as const) {
    const [person, subject] = [await accountOf(account), randomUUID()];
    if (isProved) await prove(world, person);
    const { owner, link } = await invite(world, person.email);
    google.signInAs(subject, { email: person.email, email_verified: true });
    expect(await newBrowser().visit(start('google', link))).toBe(landing);
    expect(await membersOf(world, owner)).toEqual(isProved ? [['editor', person.email]] : []);
    expect(await prisma.identity.count({ where: { subject, personId: person.id } })).toBe(isProved ? 1 : 0);
  }
});

it('a person with a second factor is a member after the second step, and not before', async () => {
  const world = await startProviders();
  const { account, google, newBrowser } = world;
  const person = await accountOf(account);
  await prove(world, person);
  const { secret } = await setUpTotp(account, await account.signIn(person));
  await letStepsPass(account, person.id);
  const { owner, link } = await invite(world, person.email);
  google.signInAs(randomUUID(), { email: person.email, email_verified: true });
  const browser = newBrowser();
  const landing = await browser.visit(start('google', link));
  const token = new URLSearchParams(landing.split('#')[1]).get('token');
  expect(await membersOf(world, owner)).toEqual([]);
  const answer = await browser.post('/api/auth/second-factor', { token, code: codeOf(secret) });
  expect(sessionSchema.parse(await answer.json()).user).toMatchObject({ id: owner.id, role: 'editor' });
  expect(await membersOf(world, owner)).toEqual([['editor', person.email]]);
});

it('an invitation that is withdrawn before the second step leaves the sign-in as it is', async () => {
  const world = await startProviders();
  const { account, google, newBrowser } = world;
  const person = await accountOf(account);
  await prove(world, person);
  const { secret } = await setUpTotp(account, await account.signIn(person));
  await letStepsPass(account, person.id);
  const { owner, link, withdraw } = await invite(world, person.email);
  google.signInAs(randomUUID(), { email: person.email, email_verified: true });
  const browser = newBrowser();
  const landing = await browser.visit(start('google', link));
  expect((await withdraw()).status).toBe(204);
  const token = new URLSearchParams(landing.split('#')[1]).get('token');
  const answer = await browser.post('/api/auth/second-factor', { token, code: codeOf(secret) });
  expect(sessionSchema.parse(await answer.json()).user).toMatchObject({ id: person.id });
  expect(await membersOf(world, owner)).toEqual([]);
});

it('an invitation for another address makes nobody a member, and says so', async () => {
  const world = await startProviders();
  const { account, google, newBrowser } = world;
  const { prisma } = account.deps.database;
  const [email, known] = [newEmail(), randomUUID()];
  google.signInAs(known, { email: newEmail(), email_verified: true });
  await newBrowser().visit('/api/auth/oidc/google');
  const { owner, link } = await invite(world, email);
  const people = await prisma.person.count();
  for (const subject of [randomUUID(), known]) {
    google.signInAs(subject, { email: newEmail(), email_verified: true });
    const browser = newBrowser();
    expect(await browser.visit(start('google', link))).toBe('/auth?problem=other_invitation');
    expect(browser.cookie('inlet_refresh')).toBeUndefined();
  }
  expect(signInProblems.other_invitation).toContain('another email address');
  expect(await membersOf(world, owner)).toEqual([]);
  expect(await prisma.person.count()).toBe(people);
});

it('of two who bring one invitation at the same moment, one is made', async () => {
  const world = await startProviders({ SIGN_UP: 'invite' });
  const { own, google, newBrowser } = world;
  const email = newEmail();
  const { owner, link } = await invite(world, email);
  own.signInAs(randomUUID(), { email });
  google.signInAs(randomUUID(), { email, email_verified: true });
  const landings = await Promise.all(['oidc', 'google'].map((id) => newBrowser().visit(start(id, link))));
  expect(landings.filter((landing) => landing.startsWith('/auth?signed-in='))).toHaveLength(1);
  expect(await membersOf(world, owner)).toEqual([['editor', email]]);
});
