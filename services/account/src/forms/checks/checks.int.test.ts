import { checkSettingsSchema, checksOfFormPerHour, formCheckSchema } from '@inlet/contracts/form-check';
import type { Form } from '@inlet/db/client';
import { buildForm } from '@inlet/testing/build-form';
import { type BuiltUser, buildUser } from '@inlet/testing/build-user';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { mailAlerts } from '#forms/alerts/mail-alerts.ts';

let account: TestAccount;
let user: BuiltUser;
let token: string;
let form: Form;
const url = 'https://site.example/contact';

beforeAll(async () => {
  account = await startTestAccount();
});
afterAll(() => account.close());
beforeEach(async () => {
  const { prisma } = account.deps.database;
  user = await buildUser(prisma);
  token = await account.signIn(user);
  form = await buildForm(prisma, { userId: user.id, name: 'Contact' });
});

const call = (method: string, path = '', body?: unknown) =>
  account.call(`${method} /api/v1/forms/${form.id}/check${path}`, { token, ...(body !== undefined && { body }) });
const addCheck = (more: object = {}) =>
  account.deps.database.prisma.formCheck.create({ data: { id: uuidv7(), formId: form.id, pageUrl: url, ...more } });

it('a check-up waits for a worker, one at a time, and is read by its id', async () => {
  const started = await call('POST', '', { url });
  expect(started.status).toBe(202);
  const { id } = started.body as { id: string };
  const { redis, keys } = account.deps;
  expect(await redis.lrange(`${keys.queues}:form-checks:wait`, 0, -1)).toContain(id);
  expect([(await call('POST', '', { url })).status, (await call('POST', '', { url })).body]).toMatchObject([
    409,
    { code: 'check_running' },
  ]);
  const { prisma } = account.deps.database;
  const trail = await prisma.auditEvent.findMany({ where: { userId: user.id, action: 'form.checked' } });
  const details = { formId: form.id, name: 'Contact', url };
  expect(trail).toMatchObject([{ personId: user.id, actor: 'session', details }]);
  const read = formCheckSchema.parse((await call('GET', `/${id}`)).body);
  expect(read).toMatchObject({ id, url, state: 'waiting', findings: [], weekly: false, finishedAt: null });

  const other = await buildForm(prisma, { userId: user.id });
  const foreign = await account.call(`GET /api/v1/forms/${other.id}/check/${id}`, { token });
  expect([foreign.status, (await call('GET', '/nonsense')).body]).toMatchObject([404, { code: 'check_not_found' }]);
});

it('a form is checked so often in an hour', async () => {
  for (let n = 0; n < checksOfFormPerHour; n += 1) await addCheck({ state: 'good', finishedAt: new Date() });
  const refused = await call('POST', '', { url });
  expect([refused.status, refused.body]).toMatchObject([429, { code: 'check_limit_reached' }]);
});

it.each(['', 'ftp://site.example/', 'site.example', `https://site.example/${'x'.repeat(2_000)}`])(
  'refuses what is no address of a page: %s',
  async (address) => {
    const refused = await call('POST', '', { url: address });
    expect([refused.status, refused.body]).toMatchObject([422, { issues: [{ field: 'url' }] }]);
  },
);

it('the weekly check-up is set with its page, is in the activity and in the export', async () => {
  expect(await call('GET')).toMatchObject({ body: { url: null, weekly: false, nextAt: null, last: null } });
  const refused = await call('PATCH', '', { weekly: true });
  expect([refused.status, refused.body]).toMatchObject([422, { issues: [{ field: 'url' }] }]);
  const set = checkSettingsSchema.parse((await call('PATCH', '', { url, weekly: true })).body);
  expect(Math.round((Date.parse(set.nextAt ?? '') - Date.now()) / 3_600_000)).toBe(7 * 24);
  expect((await call('PATCH', '', { url: null })).status).toBe(422);
  const findings = [{ id: 'no_form', level: 'fault', message: 'The page has no form', fix: 'Add it.' }];
  await addCheck({ state: 'faults', findings, finishedAt: new Date() });
  expect(await call('GET')).toMatchObject({ body: { url, weekly: true, last: { state: 'faults', findings } } });
  const events = await account.deps.database.prisma.auditEvent.findMany({ where: { userId: user.id } });
  const found = events.filter(({ action }) => action === 'form.check_changed');
  expect(found.map(({ details }) => details)).toMatchObject([{ formId: form.id, weekly: true, url }]);
  const exported = await account.call('GET /api/v1/me/export', { token });
  expect(exported.body).toMatchObject({ forms: [{ check: { url, weekly: true } }] });
  expect((await call('PATCH', '', { weekly: false })).body).toMatchObject({ weekly: false, nextAt: null, url });
});

it('owners are told once when the page has turned bad', async () => {
  const { prisma } = account.deps.database;
  const settings = { formId: form.id, pageUrl: url, isWeekly: true, turnedBadAt: new Date() };
  await prisma.formCheckSettings.create({ data: settings });
  const fault = { id: 'no_form', level: 'fault', message: 'The page has no form', fix: '' };
  const note = { id: 'mail_off', level: 'note', message: 'The form sends no mail', fix: '' };
  await addCheck({ isWeekly: true, state: 'faults', findings: [fault, note], finishedAt: new Date() });
  const round = () => mailAlerts({ ...account.deps, database: account.serviceDatabase });
  await Promise.all([round(), round()]);
  await round();
  const mails = await prisma.pendingMail.findMany({ where: { recipient: user.email } });
  expect(mails.map(({ subject }) => subject)).toEqual(['The page of a form has a fault']);
  expect(mails[0]?.text).toContain('The page has no form');
  expect(mails[0]?.text).not.toContain('sends no mail');
});
