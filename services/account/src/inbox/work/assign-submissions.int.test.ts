import type { UpdatedSubmissions } from '@inlet/contracts/inbox-state';
import { type Submission, submissionPageSchema } from '@inlet/contracts/submissions';
import type { Form, Person } from '@inlet/db/client';
import { buildForm } from '@inlet/testing/build-form';
import { buildMember } from '@inlet/testing/build-member';
import { buildSubmission } from '@inlet/testing/build-submission';
import { type BuiltUser, buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { mailsTo } from '#mailbox.test-setup.ts';
import { makeKey } from '#make-key.test-setup.ts';

let account: TestAccount;
let owner: BuiltUser;
let token: string;
let form: Form;
let ada: Person;
let ids: string[];

const prisma = () => account.deps.database.prisma;

beforeAll(async () => {
  account = await startTestAccount();
});
afterAll(() => account.close());
beforeEach(async () => {
  owner = await buildUser(prisma());
  token = await account.signIn(owner);
  form = await buildForm(prisma(), { userId: owner.id, name: 'Contact' });
  ada = await buildMember(prisma(), owner.id);
  ids = [];
  for (let n = 0; n < 4; n += 1) {
    const createdAt = new Date(Date.UTC(2025, 2, 5, 8, n));
    ids.push((await buildSubmission(prisma(), { formId: form.id, data: { n }, createdAt })).id);
  }
});

const call = (request: string, body?: unknown, as = token) => {
  const [method, path = ''] = request.split(' ');
  return account.call(`${method} /api/v1/forms/${form.id}${path}`, { token: as, body });
};
const assign = (id: string | undefined, assigneeId: string | null, as?: string) =>
  call(`PATCH /submissions/${id}`, { assigneeId }, as);
async function update(body: unknown): Promise<UpdatedSubmissions> {
  const answer = await call('POST /submissions/update', body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body as UpdatedSubmissions;
}
/** The positions of the submissions that a query finds, the oldest first. */
async function found(query: string, as?: string): Promise<number[]> {
  const answer = await call(`GET /submissions?${query}`, undefined, as);
  expect(answer.status, answer.text).toBe(200);
  const { submissions } = submissionPageSchema.strict().parse(answer.body);
  return submissions.map(({ id }) => ids.indexOf(id)).toReversed();
}
const assignees = async () => {
  const { body } = await call('GET /submissions');
  return submissionPageSchema
    .parse(body)
    .submissions.map(({ assigneeId }) => assigneeId)
    .toReversed();
};

describe('a submission', () => {
  it('is assigned to a member and to nobody, with a line in the trail each time', async () => {
    expect((await call(`GET /submissions/${ids[0]}`)).body).toMatchObject({ assigneeId: null });
    const answer = await assign(ids[0], ada.id);
    expect([answer.status, answer.body]).toMatchObject([200, { assigneeId: ada.id, status: 'open' }]);
    expect((await call(`GET /submissions/${ids[0]}`)).body).toMatchObject({ assigneeId: ada.id });
    expect(await assignees()).toEqual([ada.id, null, null, null]);
    expect((await assign(ids[0], null)).body).toMatchObject({ assigneeId: null });
    const { body } = await account.call('GET /api/v1/me/audit', { token });
    const { events } = body as { events: { action: string; details: object }[] };
    expect(events).toMatchObject([
      { action: 'submission.updated', details: { submissionId: ids[0], fields: ['assigneeId'] } },
      { action: 'submission.updated', details: { fields: ['assigneeId'], email: ada.email } },
    ]);
    expect(events[0]?.details).not.toHaveProperty('email');
  });

  it('keeps its assignee where something else changes', async () => {
    await assign(ids[0], ada.id);
    expect((await call(`PATCH /submissions/${ids[0]}`, { isStarred: true })).body).toMatchObject({
      assigneeId: ada.id,
      isStarred: true,
    });
  });

  it('is assigned to nobody who does not see the form', async () => {
    const other = await buildForm(prisma(), { userId: owner.id });
    const stranger = await buildMember(prisma(), (await buildUser(prisma())).id);
    const elsewhere = await buildMember(prisma(), owner.id, { formIds: [other.id] });
    for (const { id } of [stranger, elsewhere, form]) {
      const answers = [
        await call(`PATCH /submissions/${ids[0]}`, { assigneeId: id, isSpam: true }),
        await call('POST /submissions/update', { ids, set: { assigneeId: id } }),
        await call('POST /submissions/update', { filter: {}, set: { assigneeId: id } }),
      ];
      for (const { status, body } of answers) {
        expect([status, body]).toMatchObject([
          422,
          { issues: [{ field: 'assigneeId', message: 'Choose a member of the workspace who sees this form' }] },
        ]);
      }
    }
    expect(await assignees()).toEqual([null, null, null, null]);
    for (const assigneeId of ['me', 'x', 1]) {
      expect((await call(`PATCH /submissions/${ids[0]}`, { assigneeId })).status).toBe(422);
    }
  });

  it('is assigned to a member of listed forms that sees this one, by an editor, and not by a viewer', async () => {
    const bob = await buildMember(prisma(), owner.id, { role: 'viewer', formIds: [form.id] });
    const asBob = await account.signIn(bob);
    expect((await assign(ids[0], bob.id, await account.signIn(ada))).body).toMatchObject({ assigneeId: bob.id });
    const refused = await assign(ids[1], bob.id, asBob);
    expect([refused.status, refused.body]).toMatchObject([403, { code: 'role_too_low' }]);
    expect(await found('assignee=me', asBob)).toEqual([0]);
  });
});

describe('several submissions', () => {
  it('are assigned by their ids, and the change is undone', async () => {
    await assign(ids[1], owner.id);
    const { updated, previous } = await update({ ids, set: { assigneeId: ada.id } });
    expect([updated, await assignees()]).toEqual([4, [ada.id, ada.id, ada.id, ada.id]]);
    expect(previous?.find(({ id }) => id === ids[1])).toEqual({ id: ids[1], assigneeId: owner.id });
    expect((await update({ restore: previous })).updated).toBe(4);
    expect(await assignees()).toEqual([null, owner.id, null, null]);
  });

  it('are assigned by a filter, and the change is undone', async () => {
    await assign(ids[1], owner.id);
    const { updated, undo } = await update({ filter: {}, set: { assigneeId: ada.id } });
    expect([updated, await assignees()]).toEqual([4, [ada.id, ada.id, ada.id, ada.id]]);
    expect((await update({ undo })).updated).toBe(4);
    expect(await assignees()).toEqual([null, owner.id, null, null]);
  });

  it('are changed by the filter of an assignee alone', async () => {
    await assign(ids[2], owner.id);
    expect((await update({ filter: { assignee: 'me' }, set: { isRead: true } })).updated).toBe(1);
    expect(await found('read=true')).toEqual([2]);
    expect((await update({ filter: { assignee: 'me' }, set: { isRead: true, assigneeId: null } })).updated).toBe(1);
    expect(await assignees()).toEqual([null, null, null, null]);
  });

  it('are deleted by it', async () => {
    await assign(ids[2], owner.id);
    expect((await call('POST /submissions/delete', { filter: { assignee: 'me' } })).body).toEqual({ count: 1 });
    expect(await found('')).toEqual([0, 1, 3]);
  });
});

describe('the filter of an assignee', () => {
  beforeEach(async () => {
    await assign(ids[0], ada.id);
    await assign(ids[1], owner.id);
    await assign(ids[2], ada.id);
    await call(`PATCH /submissions/${ids[2]}`, { isStarred: true, tags: ['b2b'], isRead: true });
  });

  it('finds mine, nobody’s and a member’s, alone and with others', async () => {
    expect(await found('assignee=me')).toEqual([1]);
    expect(await found('assignee=me', await account.signIn(ada))).toEqual([0, 2]);
    expect(await found('assignee=none')).toEqual([3]);
    expect(await found(`assignee=${ada.id}`)).toEqual([0, 2]);
    for (const others of ['starred=true', 'read=true', 'tag=b2b', 'q=2', 'from=2025-03-05T08:02:00Z&to=2025-03-06']) {
      expect(await found(`assignee=${ada.id}&${others}`), others).toEqual([2]);
    }
    expect(await found('assignee=none&read=false')).toEqual([3]);
    expect(await found('assignee=none&starred=true')).toEqual([]);
    expect(await found(`assignee=${ada.id}&status=open&read=false&starred=false`)).toEqual([0]);
    expect(await found(`assignee=${ada.id}&sort=n&order=asc`)).toEqual([2, 0]);
    const { body } = await call(`GET /submissions?assignee=${ada.id}`);
    expect(body).toMatchObject({ total: 2, totalIsExact: true });
  });

  it('is refused for an API key that means itself, and for another word', async () => {
    const { key } = await makeKey(account, owner.id);
    const refused = await call('GET /submissions?assignee=me', undefined, key);
    expect([refused.status, refused.body]).toMatchObject([422, { issues: [{ field: 'assignee' }] }]);
    expect(await found(`assignee=${ada.id}`, key)).toEqual([0, 2]);
    expect((await call('GET /submissions?assignee=ada')).status).toBe(422);
  });

  it('is kept in a view, where “me” stays the person who looks', async () => {
    const filter = { assignee: 'me', starred: true };
    const created = await call('POST /views', { name: 'Mine', filter });
    expect([created.status, created.body]).toMatchObject([201, { filter }]);
    expect((await call('GET /views')).body).toMatchObject({ views: [{ filter }] });
  });

  it('narrows an export, which names the assignee', async () => {
    const csv = await call('GET /export?format=csv&columns=fields&assignee=me');
    expect(csv.status).toBe(200);
    expect(csv.headers.get('x-total-count')).toBeNull();
    const lines = csv.text.trim().split('\r\n');
    expect(lines[0]).toMatch(/,"?Note"?,"?Assigned to"?$/);
    expect(lines.slice(1)).toEqual([expect.stringMatching(new RegExp(`,"?${owner.email}"?$`))]);
  });

  it('reads its index, however many submissions are assigned to others', async () => {
    const { pool } = account.deps.database;
    await pool.query(
      `with stored as (
         insert into submissions (id, form_id, data, created_at)
         select uuidv7(), $1, '{}', timestamptz '2025-02-01' + n * interval '1 second' from generate_series(1, 5000) as n
         returning id, created_at
       )
       insert into submission_states (submission_id, form_id, received_at, assignee_id)
       select id, $1, created_at, $2 from stored`,
      [form.id, ada.id],
    );
    await pool.query('analyze submission_states');
    const reads = async () => {
      await pool.query('select pg_stat_force_next_flush()');
      const { rows } = await pool.query<{ reads: number }>(
        `select idx_tup_read::int as reads from pg_stat_user_indexes where indexrelname = 'submission_states_assigned'`,
      );
      return rows[0]?.reads ?? 0;
    };
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
      `explain select submission_id from submission_states where form_id = $1 and assignee_id = $2
       order by received_at desc, submission_id desc limit 50`,
      [form.id, owner.id],
    );
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('submission_states_assigned');
    expect(await found('assignee=me')).toEqual([1]);
    expect(await reads()).toBeLessThan(1_000);
  });
});

describe('an export', () => {
  it('has no column for assignees of a form where nothing is assigned', async () => {
    await call(`PATCH /submissions/${ids[0]}`, { isStarred: true });
    const { text } = await call('GET /export?format=csv&columns=fields');
    expect(text.split('\r\n')[0]).toMatch(/,"?Note"?$/);
  });

  it('of the account has the assignees', async () => {
    await assign(ids[0], ada.id);
    const { text } = await account.call('GET /api/v1/me/export', { token });
    const { forms } = JSON.parse(text) as { forms: { submissions: { id: string; state: object | null }[] }[] };
    expect(forms[0]?.submissions.find(({ id }) => id === ids[0])?.state).toMatchObject({ assigneeId: ada.id });
  });
});

describe('an assignment ends', () => {
  /** Nothing shows the assignee any more: neither the submission, nor filters, nor exports. */
  async function expectNobody(): Promise<void> {
    expect(((await call(`GET /submissions/${ids[0]}`)).body as Submission).assigneeId).toBeNull();
    expect(await found(`assignee=${ada.id}`)).toEqual([]);
    expect(await found('assignee=none')).toEqual([0, 1, 2, 3]);
    expect(await found('assignee=none&starred=true')).toEqual([0]);
    expect((await call('GET /export?format=csv&columns=fields')).text).not.toContain(ada.email);
    expect((await account.call('GET /api/v1/me/export', { token })).text).not.toContain(`"assigneeId":"${ada.id}"`);
  }

  beforeEach(async () => {
    await call(`PATCH /submissions/${ids[0]}`, { assigneeId: ada.id, isStarred: true });
  });

  const member = () => `/api/v1/workspaces/${owner.id}/members/${ada.id}`;

  it('with the membership', async () => {
    const { previous } = await update({ ids: [ids[0]], set: { assigneeId: null } });
    await update({ restore: previous });
    expect(await found(`assignee=${ada.id}`)).toEqual([0]);
    expect((await account.call(`DELETE ${member()}`, { token })).status).toBe(204);
    await expectNobody();
    // The undo of a change from before gives nothing back to a person who is no member.
    await update({ restore: previous });
    const states = await prisma().submissionState.findMany({ where: { submissionId: { in: ids } } });
    expect(states).toMatchObject([{ submissionId: ids[0], assigneeId: null }]);
  });

  it('with the sight of the form', async () => {
    const other = await buildForm(prisma(), { userId: owner.id });
    const body = { allForms: false, formIds: [other.id] };
    expect((await account.call(`PATCH ${member()}`, { token, body })).status).toBe(200);
    await expectNobody();
  });

  it('with the person', async () => {
    await prisma().person.delete({ where: { id: ada.id } });
    await expectNobody();
  });
});

describe('a mail about an assignment', () => {
  const subjects = async (email: string) => (await mailsTo(account, email)).map(({ subject }) => subject);

  it('goes to the new assignee, with the form and the submission, and how to switch it off', async () => {
    await assign(ids[0], ada.id);
    await assign(ids[0], ada.id);
    const [mail, ...others] = await mailsTo(account, ada.email);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('A submission was assigned to you');
    for (const text of [mail?.text, mail?.html]) {
      expect(text).toContain(`${owner.email} assigned a submission of the form “Contact” to you.`);
      expect(text).toContain(`/forms/${form.id}?submission=${ids[0]}`);
      expect(text).toContain('switch off');
    }
  });

  it('is one for a thousand submissions', async () => {
    const { rows } = await account.deps.database.pool.query<{ id: string }>(
      `insert into submissions (id, form_id, data, created_at)
       select uuidv7(), $1, '{}', now() from generate_series(1, 1000) returning id`,
      [form.id],
    );
    await update({ ids: rows.map(({ id }) => id), set: { assigneeId: ada.id } });
    expect((await mailsTo(account, ada.email)).map(({ text }) => text)).toEqual([
      expect.stringContaining(`${owner.email} assigned 1,000 submissions of the form “Contact” to you.`),
    ]);
    await update({ filter: {}, set: { assigneeId: owner.id } });
    await update({ filter: {}, set: { assigneeId: ada.id } });
    expect((await mailsTo(account, ada.email)).slice(1).map(({ text }) => text)).toEqual([
      expect.stringContaining(`${owner.email} assigned 1,004 submissions of the form “Contact” to you.`),
    ]);
    expect(await subjects(owner.email)).toEqual([]);
  });

  it('is not sent to oneself, to somebody who wants none, by an undo, or where nothing was assigned anew', async () => {
    await assign(ids[0], owner.id);
    await prisma().person.update({ where: { id: ada.id }, data: { wantsWorkMails: false } });
    const { previous } = await update({ ids: ids.slice(0, 2), set: { assigneeId: ada.id } });
    await prisma().person.update({ where: { id: ada.id }, data: { wantsWorkMails: true } });
    await update({ ids: ids.slice(0, 2), set: { assigneeId: ada.id, isStarred: true } });
    await update({ restore: previous });
    await update({ ids: ids.slice(0, 2), set: { assigneeId: null } });
    expect([await subjects(owner.email), await subjects(ada.email)]).toEqual([[], []]);
  });

  it('names the API key that assigned', async () => {
    const { key } = await makeKey(account, owner.id);
    await assign(ids[0], owner.id, key);
    const [mail] = await mailsTo(account, owner.email);
    expect(mail?.text).toMatch(/^The API key “.+” assigned a submission/);
  });
});
