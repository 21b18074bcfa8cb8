import { memberListSchema, workspaceSchema } from '@inlet/contracts/workspaces';
import { buildForm } from '@inlet/testing/build-form';
import { buildMember } from '@inlet/testing/build-member';
import type { BuiltUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { accountOf, auditOf } from '#account-of.test-setup.ts';
import { newestMail } from '#mailbox.test-setup.ts';

let account: TestAccount;
let owner: BuiltUser;
let token: string;
beforeAll(async () => {
  account = await startTestAccount();
});
beforeEach(async () => {
  owner = await accountOf(account);
  token = await account.signIn(owner);
});
afterAll(() => account.close());

const at = (rest = '') => `/api/v1/workspaces/${owner.id}${rest}`;
const members = async () => memberListSchema.parse((await account.call(`GET ${at('/members')}`, { token })).body);
const invite = (body: object) => account.call(`POST ${at('/invitations')}`, { token, body });
const linkTo = async (email: string) => /join=([\w-]+)/.exec((await newestMail(account, email)).text)?.[1] ?? '';

describe('an invitation', () => {
  it('lets somebody who is unknown sign up, without a workspace of their own', async () => {
    const email = 'unknown@example.com';
    expect((await invite({ email, role: 'viewer' })).status).toBe(201);
    const body = { email, password: 'a long enough word', join: await linkTo(email), transport: 'token' };
    const signUp = await account.call('POST /api/auth/sign-up', { body });
    expect([signUp.status, signUp.body]).toMatchObject([
      201,
      { user: { id: owner.id, role: 'viewer', email, isVerified: true } },
    ]);
    expect((await members()).members.map(({ role }) => role)).toEqual(['owner', 'viewer']);
    expect((await members()).invitations).toEqual([]);
    expect(await auditOf(account, owner.id)).toEqual(expect.arrayContaining(['member.invited', 'member.joined']));
  });

  it('is for its address alone, works once, and ends when another one is mailed or it is withdrawn', async () => {
    const [known, stranger] = [await accountOf(account), await accountOf(account)];
    const [ofKnown, ofStranger] = [await account.signIn(known), await account.signIn(stranger)];
    const accept = async (as: string, link: string) =>
      account.call('POST /api/v1/invitations/accept', { token: as, body: { token: link } });
    await invite({ email: known.email, role: 'editor' });
    const first = await linkTo(known.email);
    await invite({ email: known.email, role: 'admin' });
    const second = await linkTo(known.email);
    expect((await accept(ofKnown, first)).body).toMatchObject({ code: 'invalid_token' });
    expect((await accept(ofStranger, second)).body).toMatchObject({ code: 'other_invitation' });
    expect(workspaceSchema.parse((await accept(ofKnown, second)).body)).toMatchObject({ id: owner.id, role: 'admin' });
    expect((await accept(ofKnown, second)).body).toMatchObject({ code: 'invalid_token' });
    expect((await invite({ email: known.email, role: 'viewer' })).body).toMatchObject({ code: 'already_member' });
    await invite({ email: stranger.email, role: 'viewer' });
    const [open] = (await members()).invitations;
    expect((await account.call(`DELETE ${at(`/invitations/${open?.id}`)}`, { token })).status).toBe(204);
    expect((await accept(ofStranger, await linkTo(stranger.email))).body).toMatchObject({ code: 'invalid_token' });
  });
});

describe('a member', () => {
  it('gets another role, which holds for the next call of an open session', async () => {
    const { prisma } = account.deps.database;
    const form = await buildForm(prisma, { userId: owner.id });
    const person = await buildMember(prisma, owner.id, { role: 'editor' });
    const theirs = await account.signIn(person);
    const read = () => account.call(`GET /api/v1/forms/${form.id}`, { token: theirs });
    expect((await read()).status).toBe(200);
    const change = (body: object) => account.call(`PATCH ${at(`/members/${person.id}`)}`, { token, body });
    expect((await change({ role: 'viewer', formIds: [] })).status).toBe(200);
    expect((await read()).body).toMatchObject({ code: 'form_not_found' });
    expect((await change({ allForms: true })).body).toMatchObject({ role: 'viewer', allForms: true });
    expect((await read()).status).toBe(200);
    expect((await account.call(`DELETE ${at(`/members/${person.id}`)}`, { token })).status).toBe(204);
    expect((await read()).body).toMatchObject({ code: 'form_not_found' });
  });

  it('sees listed forms of the workspace alone, and learns of no others', async () => {
    const { prisma } = account.deps.database;
    const forms = [
      await buildForm(prisma, { userId: owner.id }),
      await buildForm(prisma, { userId: owner.id }),
    ] as const;
    const [first, second] = forms.map(({ id }) => id);
    const [one, two] = [await buildMember(prisma, owner.id, {}), await buildMember(prisma, owner.id, {})];
    const list = async (id: string, formIds: unknown[]) =>
      account.call(`PATCH ${at(`/members/${id}`)}`, { token, body: { role: 'viewer', allForms: false, formIds } });
    const foreign = await buildForm(prisma, { userId: (await accountOf(account)).id });
    expect((await list(one.id, [foreign.id])).body).toMatchObject({ code: 'form_not_found' });
    expect((await invite({ email: 'x@example.com', role: 'viewer', formIds: [foreign.id] })).status).toBe(404);
    expect([(await list(one.id, [first])).status, (await list(two.id, [second])).status]).toEqual([200, 200]);
    const seen = await account.call(`GET ${at('/members')}`, { token: await account.signIn(one) });
    const byId = new Map(memberListSchema.parse(seen.body).members.map(({ id, formIds }) => [id, formIds]));
    expect([byId.get(one.id), byId.get(two.id)]).toEqual([[first], []]);
  });

  it('keeps an owner in every workspace, and an admin away from owners', async () => {
    const { prisma } = account.deps.database;
    const self = at(`/members/${owner.id}`);
    expect((await account.call(`DELETE ${self}`, { token })).body).toMatchObject({ code: 'last_owner' });
    expect((await account.call(`PATCH ${self}`, { token, body: { role: 'admin' } })).body).toMatchObject({
      code: 'last_owner',
    });
    const admin = await buildMember(prisma, owner.id, { role: 'admin' });
    const theirs = await account.signIn(admin);
    const refused = await account.call(`PATCH ${self}`, { token: theirs, body: { role: 'viewer' } });
    expect(refused.body).toMatchObject({ code: 'role_too_low' });
    await account.call(`PATCH ${at(`/members/${admin.id}`)}`, { token, body: { role: 'owner' } });
    expect((await account.call(`DELETE ${self}`, { token })).status).toBe(204);
    expect((await account.call('GET /api/v1/me', { token })).body).toMatchObject({ workspace: null });
  });

  it('needs a confirmed session to manage others', async () => {
    const { prisma } = account.deps.database;
    await prisma.session.updateMany({ where: { personId: owner.id }, data: { createdAt: new Date(0) } });
    expect((await invite({ email: 'a@example.com', role: 'viewer' })).body).toMatchObject({
      code: 'confirmation_required',
    });
  });
});

it('signs nobody up with the address of the system account', async () => {
  const body = { email: 'System@inlet.invalid', password: 'a long enough word', transport: 'token' };
  expect((await account.call('POST /api/auth/sign-up', { body })).body).toMatchObject({ code: 'email_taken' });
});

describe('a workspace', () => {
  it('is made, used, renamed and deleted by its owner, up to a number', async () => {
    const make = (name: string) => account.call('POST /api/v1/workspaces', { token, body: { name } });
    const { id } = workspaceSchema.parse((await make('Agency')).body);
    for (let n = 0; n < 3; n += 1) expect((await make(`Another ${n}`)).status).toBe(201);
    expect((await make('One too many')).body).toMatchObject({ code: 'workspace_limit_reached' });
    expect((await account.call(`POST /api/v1/workspaces/${id}/use`, { token })).status).toBe(200);
    expect((await account.call('GET /api/v1/me', { token })).body).toMatchObject({ id, workspace: { name: 'Agency' } });
    await account.call(`PATCH /api/v1/workspaces/${id}`, { token, body: { name: 'Studio' } });
    const list = await account.call('GET /api/v1/workspaces', { token });
    expect(list.body).toMatchObject({
      workspaces: [{ id: owner.id, isCurrent: false }, { name: 'Studio', isCurrent: true }, {}, {}, {}],
    });
    expect((await account.call(`DELETE /api/v1/workspaces/${id}`, { token })).status).toBe(204);
    expect((await newestMail(account, owner.email)).subject).toBe('The workspace Studio was deleted');
    expect((await account.call('GET /api/v1/me', { token })).body).toMatchObject({ id: owner.id, role: 'owner' });
  });
});
