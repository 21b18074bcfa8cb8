import { randomUUID } from 'node:crypto';
import type { Person } from '@inlet/db/client';
import { buildForm } from '@inlet/testing/build-form';
import { buildMember } from '@inlet/testing/build-member';
import { type BuiltUser, buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';

let account: TestAccount;
let own: BuiltUser;
let other: BuiltUser;
let token: string;
beforeAll(async () => {
  account = await startTestAccount();
});
beforeEach(async () => {
  const { prisma } = account.deps.database;
  own = await buildUser(prisma);
  other = await buildUser(prisma);
  await prisma.membership.create({ data: { userId: other.id, personId: own.id, role: 'editor' } });
  token = await account.signIn(own);
});
afterAll(() => account.close());

const me = async (workspace?: string) =>
  account.call('GET /api/v1/me', { token, ...(workspace && { headers: { 'inlet-workspace': workspace } }) });

it("means the person's own workspace, or the one that a header or the query names", async () => {
  expect((await me()).body).toMatchObject({ id: own.id, personId: own.id, role: 'owner' });
  expect((await me(other.id.toUpperCase())).body).toMatchObject({ id: other.id, personId: own.id, role: 'editor' });
  const byQuery = await account.call(`GET /api/v1/me?workspace=${other.id}`, { token });
  expect(byQuery.body).toMatchObject({ id: other.id, email: own.email });
});

it.each([randomUUID(), 'no id'])('refuses the workspace %j, which is not the person’s', async (id) => {
  const answer = await me(id);
  expect([answer.status, answer.body]).toEqual([404, { error: 'Workspace not found', code: 'workspace_not_found' }]);
});

it('refuses a key another workspace than its own', async () => {
  const { prisma } = account.deps.database;
  const stranger = await buildUser(prisma);
  const answer = await me(stranger.id);
  expect(answer.status).toBe(404);
});

it('finds a form, whichever workspace it is in', async () => {
  const { prisma } = account.deps.database;
  const form = await buildForm(prisma, { userId: other.id });
  expect((await account.call(`GET /api/v1/forms/${form.id}`, { token })).status).toBe(200);
  const stranger = await account.signIn(await buildUser(prisma));
  const answer = await account.call(`GET /api/v1/forms/${form.id}`, { token: stranger });
  expect(answer.body).toMatchObject({ code: 'form_not_found' });
});

it('shows a member of listed forms no other form', async () => {
  const { prisma } = account.deps.database;
  const [listed, hidden] = [await buildForm(prisma, { userId: own.id }), await buildForm(prisma, { userId: own.id })];
  const member = await account.signIn(await buildMember(prisma, own.id, { formIds: [listed.id] }));
  expect((await account.call(`GET /api/v1/forms/${listed.id}`, { token: member })).status).toBe(200);
  expect((await account.call(`GET /api/v1/forms/${hidden.id}`, { token: member })).status).toBe(404);
});

it('knows a person in no workspace, and says so elsewhere', async () => {
  const { prisma } = account.deps.database;
  const person: Person = await buildMember(prisma, own.id);
  token = await account.signIn(person);
  await prisma.membership.deleteMany({ where: { personId: person.id } });
  expect((await me()).body).toMatchObject({ id: person.id, role: null, workspace: null, email: person.email });
  const answer = await account.call('GET /api/v1/forms', { token });
  expect([answer.status, answer.body]).toMatchObject([403, { code: 'no_workspace' }]);
});

it('keeps the password of a person and of the account with the same id alike', async () => {
  const { prisma } = account.deps.database;
  await prisma.user.update({ where: { id: own.id }, data: { passwordHash: 'of the release before' } });
  expect(await prisma.person.findUniqueOrThrow({ where: { id: own.id } })).toMatchObject({
    passwordHash: 'of the release before',
  });
  await prisma.person.update({
    where: { id: own.id },
    data: { passwordHash: 'of this one', emailVerifiedAt: new Date(0) },
  });
  expect(await prisma.user.findUniqueOrThrow({ where: { id: own.id } })).toMatchObject({
    passwordHash: 'of this one',
    emailVerifiedAt: new Date(0),
  });
});
