import { randomUUID } from 'node:crypto';
import { analyticsSchema } from '@inlet/contracts/analytics';
import { actions, includesRole, roles } from '@inlet/contracts/roles';
import { usageSchema } from '@inlet/contracts/usage';
import type { Form } from '@inlet/db/client';
import { buildForm } from '@inlet/testing/build-form';
import { buildMember } from '@inlet/testing/build-member';
import { type BuiltUser, buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { makeTarget } from '#deliveries/build-deliveries.test-setup.ts';
import { type ServedRoute, servedRoutes } from '#http/handler.ts';
import { readAll, store } from '#inbox/feed/changes.test-setup.ts';

const visitor = 'visitor@example.com';

let account: TestAccount;
let own: BuiltUser;
let listed: Form;
let hidden: Form;
let storedIn: Readonly<Record<'listed' | 'hidden', readonly string[]>>;
/** Every text that tells of the hidden form. */
let secrets: readonly string[];
const tokens = new Map<string, string>();

/** A form with submissions of a visitor, counted, with a failing integration and many spam submissions. */
async function fill(name: string, count: number): Promise<{ form: Form; ids: string[]; targetId: string }> {
  const { prisma } = account.deps.database;
  const form = await buildForm(prisma, { userId: own.id, name: `The ${name} form` });
  const ids = await store(account, form, count, { data: `{"email":"${visitor}","text":"said to the ${name} form"}` });
  await store(account, form, 3, { isSpam: true });
  const day = new Date(new Date().toISOString().slice(0, 10));
  await prisma.dailyFormCounter.create({ data: { formId: form.id, day, submissionCount: count } });
  await prisma.formTotal.create({ data: { formId: form.id, submissionCount: count, spamCount: 3 } });
  await account.deps.database.pool.query(
    'insert into daily_origin_counters (form_id, day, origin, submission_count) values ($1, $2, $3, $4)',
    [form.id, day, `https://${name}.example`, count],
  );
  const target = await makeTarget(account, form, { name: `The ${name} target` });
  await prisma.target.update({ where: { id: target.id }, data: { state: 'disabled', stoppedAt: new Date() } });
  return { form, ids, targetId: target.id };
}

beforeAll(async () => {
  account = await startTestAccount();
  const { prisma } = account.deps.database;
  own = await buildUser(prisma);
  const shown = await fill('listed', 2);
  const secret = await fill('hidden', 5);
  [listed, hidden] = [shown.form, secret.form];
  storedIn = { listed: shown.ids, hidden: secret.ids };
  secrets = [hidden.id, hidden.endpointId, 'hidden', secret.targetId, ...secret.ids];
  for (const role of roles) {
    const formIds = [listed.id];
    tokens.set(role, await account.signIn(await buildMember(prisma, own.id, { role, formIds })));
  }
  tokens.set('all', await account.signIn(own));
});
afterAll(() => account.close());

const tokenOf = (who: string) => tokens.get(who) ?? '';
const queries: Readonly<Record<string, string>> = { findPerson: `?email=${visitor}` };
// A test mail is its sender's alone, and a device that asks for a key has no form: neither tells of one.
const ofNoForm: readonly string[] = ['readTestMail', 'readDevice'];
const reads = servedRoutes.filter(
  ({ id, method, route }) =>
    method === 'get' && ['session', 'account', 'subscriber'].includes(route.access) && !ofNoForm.includes(id),
);
const read = ({ id, path }: ServedRoute, who: string) =>
  account.call(`GET ${path}${queries[id] ?? ''}`, { token: tokenOf(who), headers: { 'inlet-workspace': own.id } });

describe('a member of listed forms', () => {
  it.each(reads.map((served) => [served.path, served] as const))(
    'reads nothing of another form at %s',
    async (_path, served) => {
      const { action } = served.route;
      for (const role of roles) {
        const answer = await read(served, role);
        // Only what is declared to need a higher role may be refused: otherwise this would look at no content.
        const isAllowed = !action || action === 'self' || includesRole(role, actions[action].role);
        const needsStripe = served.route.group === 'Billing';
        if (isAllowed && !needsStripe) expect([role, answer.status], answer.text).toEqual([role, 200]);
        // The trail and the export of everything are about the whole workspace, and only an admin reads them.
        const isOfAll = action === 'audit:read' || action === 'workspace:export';
        if (!isOfAll) for (const text of secrets) expect(answer.text).not.toContain(text);
      }
    },
  );

  it.each(['listForms', 'readDashboard', 'readChanges', 'findPerson'])(
    'reads the listed form by %s, as its owner reads both',
    async (id) => {
      const served = reads.find((route) => route.id === id);
      if (!served) throw new Error(`${id} is no route of a workspace`);
      for (const role of roles) expect((await read(served, role)).text).toContain(listed.id);
      const whole = await read(served, 'all');
      for (const form of [listed, hidden]) expect(whole.text).toContain(form.id);
    },
  );

  it('reads the changes of the listed form alone, from the start and by its cursors', async () => {
    const start = await readAll(account, tokenOf('viewer'));
    const idsOf = ({ changes }: typeof start) => changes.flatMap(({ submissionId }) => submissionId ?? []).toSorted();
    expect(idsOf(start)).toEqual(storedIn.listed);
    const [seen] = await store(account, listed, 1);
    await store(account, hidden, 4);
    expect(idsOf(await readAll(account, tokenOf('viewer'), '', start.end))).toEqual([seen]);
    const answer = await account.call(`GET /api/v1/changes?formId=${hidden.id}`, { token: tokenOf('viewer') });
    expect(answer.body).toMatchObject({ code: 'form_not_found' });
    await account.deps.database.prisma.submission.deleteMany({ where: { id: seen ?? randomUUID() } });
  });

  it('counts the listed form alone', async () => {
    const call = async (path: string, who: string) => (await account.call(path, { token: tokenOf(who) })).body;
    for (const role of roles) {
      const analytics = analyticsSchema.parse(await call('GET /api/v1/analytics', role));
      expect([analytics.total, analytics.origins]).toEqual([2, [{ origin: 'https://listed.example', count: 2 }]]);
      const usage = usageSchema.parse(await call('GET /api/v1/usage', role));
      expect([usage.currentForms, usage.currentSubmissions, usage.refusedByLimit]).toEqual([1, 2, null]);
      expect(await call(`GET /api/v1/people?email=${visitor}`, role)).toMatchObject({ total: 2, mentionCount: 0 });
    }
    expect(await call('GET /api/v1/analytics', 'all')).toMatchObject({ total: 7 });
    expect(await call(`GET /api/v1/people?email=${visitor}`, 'all')).toMatchObject({ total: 7 });
  });

  it('exports the listed form, and no other', async () => {
    const fileOf = (form: Form, format: string) =>
      account.call(`GET /api/v1/forms/${form.id}/export?format=${format}`, { token: tokenOf('editor') });
    for (const format of ['csv', 'ndjson']) {
      const file = await fileOf(listed, format);
      expect(file.text.split('said to the listed form')).toHaveLength(3);
      for (const text of secrets) expect(file.text).not.toContain(text);
      expect((await fileOf(hidden, format)).body).toMatchObject({ code: 'form_not_found' });
    }
  });

  it('subscribes to the listed form, and to no other', async () => {
    const subscribe = ({ id: formId }: Form) =>
      account.call('POST /api/v1/hooks', {
        token: tokenOf('editor'),
        body: { formId, url: 'https://receiver.example/hook' },
      });
    expect((await subscribe(listed)).status).toBe(201);
    expect((await subscribe(hidden)).body).toMatchObject({ code: 'form_not_found' });
  });
});
