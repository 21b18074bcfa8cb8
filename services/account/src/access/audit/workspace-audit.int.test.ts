import { randomUUID } from 'node:crypto';
import { type AuditEvent, auditEventSchema, auditPageSchema } from '@inlet/contracts/audit';
import { formerInvitation, formerMember } from '@inlet/contracts/former-people';
import { openInvitationSchema } from '@inlet/contracts/workspaces';
import { buildMember } from '@inlet/testing/build-member';
import { type BuiltUser, buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newForm, startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { accountOf } from '#account-of.test-setup.ts';
import { newestMail } from '#mailbox.test-setup.ts';

let account: TestAccount;
let owner: BuiltUser;
let token: string;

beforeAll(async () => {
  account = await startTestAccount();
});
afterAll(() => account.close());
beforeEach(async () => {
  owner = await accountOf(account);
  token = await account.signIn(owner);
});

const path = () => `/api/v1/workspaces/${owner.id}`;
const ask = (query = '', by = token) => account.call(`GET ${path()}/audit${query}`, { token: by });
async function list(query = ''): Promise<AuditEvent[]> {
  const answer = await ask(query);
  expect(answer.status).toBe(200);
  return auditPageSchema.strict().parse(answer.body).events;
}
const createForm = (by: string) =>
  account.call('POST /api/v1/forms', { token: by, headers: { 'inlet-workspace': owner.id }, body: newForm });

describe('the trail of a workspace', () => {
  it('names who did something by the address of today, and a person who is deleted as a former member', async () => {
    const { prisma } = account.deps.database;
    const member = await buildMember(prisma, owner.id, { role: 'editor' });
    const theirs = await account.signIn(member);
    expect((await createForm(theirs)).status).toBe(201);
    expect(await list()).toMatchObject([{ action: 'form.created', personId: member.id, actorEmail: member.email }]);
    const email = `${randomUUID()}@example.com`;
    await prisma.person.update({ where: { id: member.id }, data: { email } });
    expect(await list()).toMatchObject([{ actorEmail: email }]);
    await account.call(`DELETE ${path()}/members/${member.id}`, { token });
    const [removed, created] = await list();
    expect(removed).toMatchObject({ action: 'member.removed', actorEmail: owner.email, details: { email } });
    expect(created).toMatchObject({ actorEmail: email });
    await prisma.person.delete({ where: { id: member.id } });
    const events = await list();
    expect(events).toMatchObject([{ details: { email: formerMember } }, { actorEmail: formerMember }]);
    const stored = await prisma.auditEvent.findMany({ where: { userId: owner.id } });
    expect(JSON.stringify([events, stored])).not.toContain(email);
  });

  it('names the address that an invitation or a change of a member is about', async () => {
    const member = await buildMember(account.deps.database.prisma, owner.id);
    const email = `${randomUUID()}@example.com`;
    await account.call(`POST ${path()}/invitations`, { token, body: { email, role: 'viewer' } });
    await account.call(`PATCH ${path()}/members/${member.id}`, { token, body: { role: 'viewer' } });
    expect((await list()).map(({ action, details }) => [action, details.email])).toEqual([
      ['member.changed', member.email],
      ['member.invited', email],
    ]);
  });

  it('stores no address of an invitation, and names the one of the person who joined by it', async () => {
    const { prisma } = account.deps.database;
    const invited = await accountOf(account);
    const withdrawn = `${randomUUID()}@example.com`;
    const linkTo = async (email: string) => /join=([\w-]+)/.exec((await newestMail(account, email)).text)?.[1] ?? '';
    for (const email of [invited.email, withdrawn]) {
      const body = { email, role: 'viewer' };
      const { body: open } = await account.call(`POST ${path()}/invitations`, { token, body });
      const { id } = openInvitationSchema.parse(open);
      if (email === withdrawn) await account.call(`DELETE ${path()}/invitations/${id}`, { token });
    }
    const body = { token: await linkTo(invited.email) };
    const joining = await account.call('POST /api/v1/invitations/accept', {
      token: await account.signIn(invited),
      body,
    });
    expect(joining.status).toBe(200);
    const named = async () => (await list()).map(({ action, details }) => [action, details.email]);
    const now = `${randomUUID()}@example.com`;
    await prisma.person.update({ where: { id: invited.id }, data: { email: now } });
    const ofWithdrawn = [
      ['member.invitation_withdrawn', formerInvitation],
      ['member.invited', formerInvitation],
    ];
    expect(await named()).toEqual([['member.joined', now], ...ofWithdrawn, ['member.invited', now]]);
    await account.call(`DELETE ${path()}/members/${invited.id}`, { token });
    expect((await named()).at(-1)).toEqual(['member.invited', now]);
    await prisma.person.delete({ where: { id: invited.id } });
    expect((await named()).at(-1)).toEqual(['member.invited', formerMember]);
    const stored = JSON.stringify(await prisma.auditEvent.findMany({ where: { userId: owner.id } }));
    for (const email of [invited.email, withdrawn, now]) expect(stored).not.toContain(email);
  });

  it('is filtered by who did it and by what was done, page by page', async () => {
    const member = await buildMember(account.deps.database.prisma, owner.id, { role: 'editor' });
    const theirs = await account.signIn(member);
    for (const by of [token, theirs, theirs]) expect((await createForm(by)).status).toBe(201);
    await account.call(`PATCH ${path()}`, { token, body: { name: 'Agency' } });
    const actionsOf = async (query: string) => (await list(query)).map(({ action }) => action);
    for (const actor of [member.id, member.id.toUpperCase(), member.email, member.email.toUpperCase()]) {
      expect(await actionsOf(`?actor=${actor}`)).toEqual(['form.created', 'form.created']);
    }
    expect(await actionsOf('?actor=session')).toHaveLength(4);
    expect(await actionsOf('?actor=system')).toEqual([]);
    expect(await actionsOf(`?actor=nobody@example.com`)).toEqual([]);
    expect(await actionsOf(`?actor=${owner.id}&action=form.created`)).toEqual(['form.created']);
    const [first] = await list('?action=form.created&limit=1');
    const rest = await list(`?action=form.created&cursor=${first?.id}`);
    expect(rest.map(({ personId }) => personId)).toEqual([member.id, owner.id]);
  });

  it('shows events of a time when an account had one person as that person’s', async () => {
    const data = { id: randomUUID(), userId: owner.id, action: 'form.created', actor: 'session' };
    await account.deps.database.prisma.auditEvent.create({ data });
    expect(await list(`?actor=${owner.email}`)).toMatchObject([{ personId: owner.id, actorEmail: owner.email }]);
  });

  it('is exported as lines, filtered too', async () => {
    for (let n = 0; n < 3; n += 1) await createForm(token);
    await account.call(`PATCH ${path()}`, { token, body: { name: 'Agency' } });
    const answer = await ask('?format=ndjson&action=form.created');
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    const lines = answer.text.trimEnd().split('\n');
    const events = lines.map((line) => auditEventSchema.strict().parse(JSON.parse(line)));
    expect(events).toEqual(await list('?action=form.created'));
  });

  it('is closed to those who are no admin, and to another workspace', async () => {
    const { prisma } = account.deps.database;
    const editor = await account.signIn(await buildMember(prisma, owner.id, { role: 'editor' }));
    expect((await ask('', editor)).body).toMatchObject({ code: 'role_too_low' });
    const stranger = await account.signIn(await buildUser(prisma));
    expect((await ask('?format=ndjson', stranger)).body).toMatchObject({ code: 'workspace_not_found' });
  });
});
