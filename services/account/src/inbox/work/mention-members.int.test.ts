import type { Form, Person } from '@inlet/db/client';
import { buildForm } from '@inlet/testing/build-form';
import { buildMember } from '@inlet/testing/build-member';
import { buildSubmission } from '@inlet/testing/build-submission';
import { type BuiltUser, buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { mailsTo } from '#mailbox.test-setup.ts';

let account: TestAccount;
let owner: BuiltUser;
let token: string;
let form: Form;
let id: string;
let ada: Person;
let bob: Person;

const prisma = () => account.deps.database.prisma;

beforeAll(async () => {
  account = await startTestAccount();
});
afterAll(() => account.close());
beforeEach(async () => {
  owner = await buildUser(prisma());
  token = await account.signIn(owner);
  form = await buildForm(prisma(), { userId: owner.id, name: 'Contact' });
  ({ id } = await buildSubmission(prisma(), { formId: form.id, data: { message: 'A secret of the visitor' } }));
  ada = await buildMember(prisma(), owner.id);
  bob = await buildMember(prisma(), owner.id, { role: 'viewer', formIds: [form.id] });
});

async function write(note: string | null, as = token): Promise<void> {
  const request = `PATCH /api/v1/forms/${form.id}/submissions/${id}`;
  const answer = await account.call(request, { token: as, body: { note } });
  expect([answer.status, answer.body]).toMatchObject([200, { note }]);
}
const count = async ({ email }: { readonly email: string }) => (await mailsTo(account, email)).length;

it('mails a member that a note mentions, with the note and without the submission', async () => {
  await write(`@${ada.email}, <b>please</b> call back.`);
  const [mail] = await mailsTo(account, ada.email);
  expect(mail?.subject).toBe('A note mentions you');
  expect(mail?.text).toContain(`${owner.email} mentions you in a note on a submission of the form “Contact”:`);
  expect(mail?.text).toContain(`@${ada.email}, <b>please</b> call back.`);
  expect(mail?.html).toContain('&lt;b&gt;please&lt;/b&gt; call back.');
  for (const text of [mail?.text, mail?.html]) {
    expect(text).toContain(`/forms/${form.id}?submission=${id}`);
    expect(text).toContain('switch off');
    expect(text).not.toContain('secret');
  }
  expect(await count(bob)).toBe(0);
});

it('mails each member once while the mention stays, and names them in the trail', async () => {
  await write(`@${ada.email} please`);
  await write(`@${ada.email} please, today`);
  await write(`@${ada.email} and @${bob.email.toUpperCase()}: today`);
  expect([await count(ada), await count(bob)]).toEqual([1, 1]);
  await write(null);
  await write(`@${ada.email} again`);
  expect([await count(ada), await count(bob)]).toEqual([2, 1]);
  const { body } = await account.call('GET /api/v1/me/audit', { token });
  const { events } = body as { events: { details: { mentioned?: string[] } }[] };
  expect(events.map(({ details }) => details.mentioned)).toEqual([[ada.id], undefined, [bob.id], undefined, [ada.id]]);
});

it('mails nobody who does not see the form, is no member, wants no mail or wrote the note', async () => {
  const other = await buildForm(prisma(), { userId: owner.id });
  const elsewhere = await buildMember(prisma(), owner.id, { formIds: [other.id] });
  const stranger = await buildMember(prisma(), (await buildUser(prisma())).id);
  const quiet = await buildMember(prisma(), owner.id);
  const asQuiet = await account.signIn(quiet);
  const choice = await account.call('PATCH /api/v1/me', { token: asQuiet, body: { wantsWorkMails: false } });
  expect([choice.status, choice.body]).toMatchObject([200, { wantsWorkMails: false }]);
  const mentioned = [elsewhere, stranger, quiet, owner, { email: 'outsider@example.org' }];
  await write(mentioned.map(({ email }) => `@${email}`).join(' '));
  expect(await Promise.all(mentioned.map(count))).toEqual([0, 0, 0, 0, 0]);
});

it('lets a viewer write a note that mentions somebody, and change nothing else', async () => {
  const asBob = await account.signIn(bob);
  await write(`@${ada.email} look`, asBob);
  expect((await mailsTo(account, ada.email))[0]?.text).toContain(`${bob.email} mentions you`);
  for (const more of [{ isStarred: true }, { status: 'done' }, { isRead: true }, { isSpam: true }, { tags: ['a'] }]) {
    const request = `PATCH /api/v1/forms/${form.id}/submissions/${id}`;
    const refused = await account.call(request, { token: asBob, body: { note: 'x', ...more } });
    expect([refused.status, refused.body]).toMatchObject([403, { code: 'role_too_low' }]);
  }
  const state = await prisma().submissionState.findUnique({ where: { submissionId: id } });
  expect(state).toMatchObject({ note: `@${ada.email} look`, isStarred: false, status: 'open' });
});

it('sends a member a hundred mails an hour at most', async () => {
  const limited = await startTestAccount({ RATE_LIMITS: 'on' });
  try {
    const { prisma: there, pool } = limited.deps.database;
    const boss = await buildUser(there);
    const member = await buildMember(there, boss.id);
    const own = await buildForm(there, { userId: boss.id });
    const submission = await buildSubmission(there, { formId: own.id });
    const as = await limited.signIn(boss);
    for (let n = 0; n < 102; n += 1) {
      await pool.query('delete from submission_states where submission_id = $1', [submission.id]);
      const answer = await limited.call(`PATCH /api/v1/forms/${own.id}/submissions/${submission.id}`, {
        token: as,
        body: { assigneeId: member.id },
      });
      expect(answer.status).toBe(200);
    }
    expect(await mailsTo(limited, member.email)).toHaveLength(100);
  } finally {
    await limited.close();
  }
});

it('is a choice of each person: viewers may make it, and settings of the workspace stay with admins', async () => {
  const asBob = await account.signIn(bob);
  const me = async () => (await account.call('GET /api/v1/me', { token: asBob })).body as { wantsWorkMails: boolean };
  expect((await me()).wantsWorkMails).toBe(true);
  const patch = (body: object) => account.call('PATCH /api/v1/me', { token: asBob, body });
  expect((await patch({ wantsWorkMails: false })).status).toBe(200);
  expect((await me()).wantsWorkMails).toBe(false);
  expect((await patch({ wantsWorkMails: true, timeZone: 'Europe/Berlin' })).body).toMatchObject({
    code: 'role_too_low',
  });
  expect((await me()).wantsWorkMails).toBe(false);
  const events = await prisma().auditEvent.findMany({ where: { userId: owner.id, action: 'account.updated' } });
  expect(events).toMatchObject([{ personId: bob.id, details: { wantsWorkMails: false } }]);
});
