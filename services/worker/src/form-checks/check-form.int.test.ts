import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { CheckFinding } from '@inlet/contracts/form-check';
import type { Form, Prisma } from '@inlet/db/client';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { createUnsubscribeTokens } from '@inlet/mail/unsubscribe-tokens';
import { openProducer } from '@inlet/queue/producer';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { consume } from '#consume.ts';
import { type DeliveryTest, openDeliveryTest } from '#deliveries/deliveries.test-setup.ts';
import { type Receiver, startReceiver } from '#deliveries/receiver.test-setup.ts';
import { checkFormJob } from '#form-checks/check-form.job.ts';
import { type PageServer, startPageServer } from '#form-checks/page-server.test-setup.ts';
import { startChecks } from '#form-checks/start-checks.ts';
import { createMailer } from '#mail/mailer.ts';
import { startSmtpServer, type TestSmtpServer } from '#mail/smtp-server.test-setup.ts';

let test: DeliveryTest;
let form: Form;
let receiver: Receiver;
let smtp: TestSmtpServer;
let site: PageServer;
let html: string;
/** What the endpoint was sent, and what it answers. */
let sent: { origin: string; body: string }[];
let refusal: { error: string; code: string } | null;
let deps: Parameters<typeof checkFormJob>[0];

beforeEach(async () => {
  test = await openDeliveryTest();
  [receiver, smtp] = await Promise.all([startReceiver(), startSmtpServer()]);
  [sent, refusal, form] = [[], null, test.form];
  site = await startPageServer((_, response) => void response.setHeader('content-type', 'text/html').end(html));
  const endpoint = await startPageServer(async (request, response) => {
    const { origin = '' } = request.headers;
    const body = await text(request);
    sent.push({ origin, body });
    const json = JSON.stringify(Object.fromEntries(new URLSearchParams(body)));
    const { id: formId, userId } = form;
    const submission = { id: uuidv7(), formId, userId, receivedAtMs: Date.now(), json, origin, userAgent: null };
    const more = { isSpam: false, subject: null, replyTo: null };
    response.writeHead(refusal ? 403 : 200);
    response.end(JSON.stringify(refusal ?? { submission: { ...submission, ...more } }));
  });
  const mailer = createMailer({ url: smtp.url, from: 'Inlet <no-reply@inlet.example>' });
  onTestFinished(mailer.close);
  deps = {
    ...test.deps,
    config: { ...test.deps.config, INGEST_URL: endpoint.origin },
    pool: test.deps.deliveryPool,
    mailer,
    tokens: createUnsubscribeTokens(test.deps.config.ENCRYPTION_KEYS),
  };
  html = goodPage();
});

const goodPage = () =>
  `<form action="http://localhost:8080/f/${form.endpointId}" method="post"><input name="name">
   <input name="email" type="email"><input name="_gotcha" style="display:none"></form>`;
const badPage = '<p>Moved</p>';
const prisma = () => test.owner.prisma;

async function addCheck(more: object = {}): Promise<string> {
  const data = { id: uuidv7(), formId: form.id, pageUrl: `${site.origin}/contact`, ...more };
  return (await prisma().formCheck.create({ data })).id;
}
async function addRecipient(): Promise<void> {
  const of = { formId: form.id };
  await prisma().notifications.upsert({ where: of, create: { ...of, mode: 'instant' }, update: {} });
  const recipient = { id: randomUUID(), email: 'ada@example.com', confirmedAt: new Date() };
  await prisma().recipient.create({ data: { ...of, ...recipient } });
}
const addTarget = (more: object = {}) => test.addTarget(receiver.url, { formId: form.id, ...more });
const addRules = (rules: object) =>
  prisma().formRules.create({
    data: { formId: form.id, version: 1, rules: { mode: 'enforce', unknown: 'keep', ...rules } },
  });

async function resultOf(id: string) {
  const { state, findings } = await prisma().formCheck.findUniqueOrThrow({ where: { id } });
  const idsOf = (level: CheckFinding['level']) =>
    (findings as CheckFinding[]).flatMap((finding) => (finding.level === level ? [finding.id] : []));
  return { state, faults: idsOf('fault'), notes: idsOf('note').toSorted() };
}
async function run(id: string) {
  await checkFormJob(deps)({ checkId: id }, { jobId: id, lane: 0, logger: test.deps.logger });
  return resultOf(id);
}
const check = async (more?: object) => run(await addCheck(more));

it('follows a test submission to the mail and the integration, and leaves no trace of it elsewhere', async () => {
  await prisma().notifications.create({ data: { formId: form.id, mode: 'daily' } });
  expect(await check()).toEqual({ state: 'good', faults: [], notes: ['no_recipient'] });
  await addRecipient();
  const target = await addTarget();
  expect(await check()).toEqual({ state: 'good', faults: [], notes: ['integration_accepted', 'mail_accepted'] });
  const body = 'name=Test&email=ada%40example.com';
  expect(sent).toEqual([1, 2].map(() => ({ origin: site.origin, body })));
  expect(smtp.mails).toMatchObject([{ recipients: ['ada@example.com'] }]);
  expect(smtp.mails[0]?.source).toContain('Subject: Test submission:');
  expect(receiver.received.map((request) => JSON.parse(request.body))).toMatchObject([
    { type: 'submission.created', test: true, data: { submission: { data: { name: 'Test' }, origin: site.origin } } },
  ]);
  const attempts = await prisma().deliveryAttempt.findMany();
  expect(attempts).toMatchObject([{ targetId: target.id, isTest: true, submissionId: null }]);
  expect(await test.readTarget(target.id)).toMatchObject({ failureStreak: 0, nextAttemptAt: null });
  const counts = ['form_totals', 'daily_form_counters', 'daily_origin_counters', 'monthly_usage', 'stored_batches'];
  const rows = ['submissions', 'changes', 'notices', 'deliveries', 'pending_mails', 'auto_replies', 'search_texts'];
  for (const table of [...counts, ...rows])
    expect((await test.owner.pool.query(`select * from ${table}`)).rows, table).toEqual([]);
});

/** Faults of pages, of the form and of what lies behind it. */
const planted: Readonly<Record<string, () => unknown>> = {
  no_form: () => setPage(() => badPage),
  other_endpoint: () => setPage((page) => page.replace(form.endpointId, 'zzzzzzzzzzzz')),
  other_address: () => setPage((page) => page.replace('http://localhost:8080', 'https://old.example')),
  wrong_method: () => setPage((page) => page.replace('method="post"', '')),
  files_not_sent: () => setPage((page) => page.replace('<input name="name">', '<input name="cv" type="file">')),
  honeypot_visible: () => setPage((page) => page.replace('style="display:none"', '')),
  field_without_name: () => setPage((page) => page.replace('name="name"', 'id="name"')),
  origin_not_allowed: () =>
    prisma().form.update({ where: { id: form.id }, data: { allowedOrigins: ['https://site.example'] } }),
  required_field_missing: () => addRules({ fields: [{ name: 'phone', type: 'tel', required: true }] }),
  unknown_field: () => addRules({ unknown: 'refuse', fields: [{ name: 'email', type: 'email' }] }),
  condition_without_field: () => addTarget({ conditions: { any: [{ field: 'country', op: 'is', value: 'Norway' }] } }),
  submission_refused: () => {
    refusal = { error: 'This form is closed', code: 'form_closed' };
  },
  integration_stopped: () => addTarget({ state: 'disabled', stateReason: 'gone' }),
  integration_failed: () => {
    receiver.answer = () => ({ status: 500 });
    return addTarget();
  },
  mail_failed: () => {
    smtp.close();
    return addRecipient();
  },
};

function setPage(change: (page: string) => string): void {
  html = change(html);
}

it(`finds each of ${Object.keys(planted).length} planted faults, and nothing else`, async () => {
  for (const [id, plant] of Object.entries(planted)) {
    form = await test.addForm();
    [html, refusal] = [goodPage(), null];
    await plant();
    expect(await check()).toMatchObject({ state: 'faults', faults: [id] });
  }
});

it.each([
  ['form_closed', 'Set a later closing time, or a larger maximum, in the settings of the form.'],
  ['not_open_yet', 'Wait until the form opens, or set an earlier opening time in its settings.'],
  ['form_not_found', 'Make the form active in its settings.'],
])('says what to do about a form that takes nothing: %s', async (code, fix) => {
  refusal = { error: 'The sentence for visitors', code };
  const id = await addCheck();
  expect(await run(id)).toMatchObject({ faults: ['submission_refused'] });
  expect(await prisma().formCheck.findUniqueOrThrow({ where: { id } })).toMatchObject({ findings: [{ fix }] });
});

it('is bounded: no request to a refused address, one minute for all workers together', async () => {
  const refused = await check({ pageUrl: `http://[::1]:${site.port}/` });
  expect(refused).toEqual({ state: 'faults', faults: ['not_https'], notes: [] });
  expect([site.countConnections(), sent.length]).toEqual([0, 0]);

  const left = await addCheck({ state: 'running', startedAt: new Date(Date.now() - 20_000) });
  expect(await run(left)).toEqual({ state: 'good', faults: [], notes: ['mail_off'] });
  const late = { state: 'running', startedAt: new Date(Date.now() - 61_000) };
  expect(await check(late)).toMatchObject({ faults: ['not_finished'] });
  await run(left);
  expect(sent).toHaveLength(1);
});

/** Has the page of a form checked each week, and the first check-up due. */
const checkWeekly = (formId = form.id) =>
  prisma().formCheckSettings.create({
    data: { formId, pageUrl: `${site.origin}/contact`, isWeekly: true, nextAt: new Date(Date.now() - 1_000) },
  });
const daysUntilNext = async (formId = form.id) => {
  const { nextAt } = await prisma().formCheckSettings.findUniqueOrThrow({ where: { formId } });
  return Math.round((Number(nextAt) - Date.now()) / 3_600_000) / 24;
};

it('comes each week, and its owner is told when a good page has turned bad', async () => {
  const start = backgroundRound();
  const { pageUrl } = await checkWeekly();
  await start();
  await start();
  const weekly = await prisma().formCheck.findMany();
  expect(weekly).toMatchObject([{ isWeekly: true, pageUrl }]);
  expect(await daysUntilNext()).toBe(7);
  const isTold = async () => (await prisma().formCheckSettings.findFirstOrThrow()).turnedBadAt !== null;
  expect([(await run(weekly[0]?.id ?? '')).state, await isTold()]).toEqual(['good', false]);
  html = badPage;
  expect([(await check({ isWeekly: true })).state, await isTold()]).toEqual(['faults', true]);
});

it.each([
  [0, 'weekly bad'],
  [0, 'weekly good, bad'],
  [1, 'weekly good, bad, weekly bad, weekly bad'],
  [1, 'weekly good, good, weekly bad'],
  [0, 'weekly bad, bad, weekly bad'],
  [1, 'weekly bad, good, weekly bad'],
  [2, 'weekly good, weekly bad, good, bad, weekly bad'],
])('tells %i times of these check-ups: %s', async (times, checks) => {
  await checkWeekly();
  const told = new Set<number>();
  for (const step of checks.split(', ')) {
    html = step.endsWith('bad') ? badPage : goodPage();
    await check({ isWeekly: step.startsWith('weekly') });
    const { turnedBadAt } = await prisma().formCheckSettings.findFirstOrThrow();
    if (turnedBadAt) told.add(turnedBadAt.getTime());
  }
  expect(told.size).toBe(times);
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

it.each<[string, Prisma.FormUpdateInput]>([
  ['is inactive', { isActive: false }],
  ['opens later', { opensAt: inDays(1) }],
  ['closed', { closesAt: inDays(-1) }],
  ['is full', { maxSubmissions: 5 }],
])('leaves out a form that %s, until a later week', async (_, data) => {
  const start = backgroundRound();
  const open = await test.addForm();
  const limits = { opensAt: inDays(-1), closesAt: inDays(1), maxSubmissions: 6 };
  for (const [{ id }, limited] of [
    [form, data],
    [open, limits],
  ] as const) {
    await prisma().form.update({ where: { id }, data: limited });
    await prisma().dailyFormCounter.create({ data: { formId: id, day: new Date(), submissionCount: 3 } });
    await prisma().formTotal.create({ data: { formId: id, submissionCount: 5, pastCount: 2 } });
    await checkWeekly(id);
  }
  await start();
  expect(await prisma().formCheck.findMany()).toMatchObject([{ formId: open.id }]);
  expect([await daysUntilNext(), await daysUntilNext(open.id)]).toEqual([7, 7]);
});

it('a check-up that was never queued is done, and one that nobody ends is ended', async () => {
  const start = backgroundRound();
  const stuck = await addCheck({ state: 'running', startedAt: new Date(Date.now() - 80_000) });
  await start();
  expect(await resultOf(stuck)).toMatchObject({ state: 'faults', faults: ['not_finished'] });
  const id = await addCheck({ createdAt: new Date(Date.now() - 6_000) });
  consume(test.deps);
  await start();
  await waitUntil(async () => (await resultOf(id)).state === 'faults', { what: 'the check-up to end' });
  expect(site.requests).toHaveLength(1);
});

function backgroundRound() {
  const checkProducer = openProducer(test.deps.clientRedis, test.keys);
  onTestFinished(checkProducer.close);
  return () => startChecks({ ...test.deps, checkProducer });
}
