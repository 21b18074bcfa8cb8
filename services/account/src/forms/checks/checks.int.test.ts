import {
  type CheckFinding,
  checkSettingsSchema,
  checksOfFormPerHour,
  formCheckSchema,
} from '@inlet/contracts/form-check';
import type { ApiKeyScope } from '@inlet/contracts/scopes';
import type { Form } from '@inlet/db/client';
import { buildForm } from '@inlet/testing/build-form';
import { buildMember } from '@inlet/testing/build-member';
import { type BuiltUser, buildUser } from '@inlet/testing/build-user';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { mailAlerts } from '#forms/alerts/mail-alerts.ts';
import { makeKey } from '#make-key.test-setup.ts';

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

describe('who may not read integrations', () => {
  const told = (id: string, level: CheckFinding['level'], message: string, fix = 'Look at its log.') => ({
    id,
    level,
    message,
    fix,
  });
  const reached = told('integration_accepted', 'note', 'The integration “CRM” took the test', '');
  const failed = told('integration_failed', 'fault', "“CRM” failed: We can't find crm.example. Check the URL.");
  const paused = told('integration_paused', 'note', 'The integration “CRM” is paused');
  const stopped = told('integration_stopped', 'fault', 'The integration “CRM” was stopped');
  const others = [
    told('integrations_not_in_plan', 'fault', 'The plan has no integrations'),
    told('no_form', 'fault', 'The page has no form'),
  ];
  const findings = [...others, failed, stopped, reached, paused];
  const fix = expect.stringMatching(/^Its name and its answer are shown to editors, admins and owners/);
  const hidden = [
    ...others,
    told('integration_failed', 'fault', 'An integration did not take the test', fix),
    told('integration_stopped', 'fault', 'An integration was stopped', fix),
    told('integration_accepted', 'note', 'An integration took the test', fix),
    told('integration_paused', 'note', 'An integration is paused', fix),
  ];

  const member = async (role: string) =>
    account.signIn(await buildMember(account.deps.database.prisma, user.id, { role }));
  const key = async (...scopes: ApiKeyScope[]) => (await makeKey(account, user.id, { scopes })).key;

  it.each<[string, () => Promise<string>, CheckFinding[]]>([
    ['a viewer', () => member('viewer'), hidden],
    ['a key that reads', () => key('forms:read', 'submissions:read'), hidden],
    ['a key that changes forms', () => key('forms:read', 'forms:write'), hidden],
    ['an editor', () => member('editor'), findings],
    ['a key that manages integrations', () => key('forms:read', 'integrations:write'), findings],
  ])('reads findings without their names, hosts and answers: %s', async (_, tokenOf, seen) => {
    const { id } = await addCheck({ state: 'faults', findings, finishedAt: new Date() });
    token = await tokenOf();
    expect((await call('GET', `/${id}`)).body).toMatchObject({ state: 'faults', findings: seen });
    expect((await call('GET')).body).toMatchObject({ last: { state: 'faults', findings: seen } });
  });

  it('reads the same after a change of the settings, and the export has everything', async () => {
    await addCheck({ state: 'faults', findings, finishedAt: new Date() });
    const exported = await account.call('GET /api/v1/me/export', { token });
    expect(exported.body).toMatchObject({ forms: [{ check: { last: { findings } } }] });
    token = await key('forms:read', 'forms:write');
    expect((await call('PATCH', '', { url })).body).toMatchObject({ last: { findings: hidden } });
  });
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
