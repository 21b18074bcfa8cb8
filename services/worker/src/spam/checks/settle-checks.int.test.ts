import type { Form } from '@inlet/db/client';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { openRedis, type RedisConnection } from '@inlet/redis/connections';
import { makeCounter, usedOf } from '@inlet/testing/counters';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Answer, type Receiver, startReceiver } from '#deliveries/receiver.test-setup.ts';
import { takeChecks } from '#spam/checks/checks.store.ts';
import { type SettleDeps, settleSome } from '#spam/checks/settle-checks.ts';
import { ownRulesMaxMs } from '#spam/judge/rules-budget.ts';
import { openSpamTest, type SpamTest } from '#spam.test-setup.ts';
import { settleCounters } from '#submissions/counters/settle-counters.ts';

let test: SpamTest;

beforeAll(async () => {
  test = await openSpamTest();
});
afterAll(() => test.close());

const passes: Answer = { status: 200, body: '{"success":true}' };
const fails: Answer = { status: 200, body: '{"success":false,"error-codes":["invalid-input-response"]}' };
/** Nothing listens there. */
const nobody = 'http://127.0.0.1:9/';

/** Outcomes of the checks. */
const outcomes: string[] = [];

/** The dependencies, with one local fake for all services. */
function depsWith(service: Pick<Receiver, 'url'>): SettleDeps {
  const { url } = service;
  const services = { turnstile: url, hcaptcha: url, recaptcha: url, akismet: url };
  return { ...test.deps, outbound: test.deps.checkOutbound, services, note: (outcome) => outcomes.push(outcome) };
}

async function standIn(answer: Answer): Promise<Receiver> {
  const service = await startReceiver();
  service.answer = () => answer;
  return service;
}

const addForm = (captcha = 'turnstile') => test.addForm({ captcha }, { captcha: 'the secret' });

/** Stores a submission of a form with a captcha. */
async function send(form: Form, overrides: object = {}, fields: object = { message: 'Hello' }) {
  await test.setUsed(form, 1);
  const one = test.submission(form, fields, { captchaToken: 'the token', ...overrides });
  await test.deliver([one], `send ${one.id}`);
  return one;
}

/** An attempt without Redis may hold its row for a moment, and is repeated. */
const untilFree = (form: Form) =>
  waitUntil(async () => {
    await settleCounters(test.deps, { repeat: async (piece) => void (await piece()) });
    return (await test.used(form)) === 0;
  });
const checksOf = (form: Form) => test.owner.prisma.spamCheck.findMany({ where: { formId: form.id } });
const inInbox = { inbox: 1, spam: 0, days: 1, origins: 1, month: 1 };
const inSpam = { inbox: 0, spam: 1, days: 0, origins: 0, month: 0 };

const lanesOver = (redis: RedisConnection) => test.deps.clientLanes.map((lane) => ({ ...lane, redis }));

describe('a submission of a form with a captcha', () => {
  it('is in the inbox at once, and waits for its check', async () => {
    const form = await addForm();
    const { id } = await send(form);
    expect(await test.read(id)).toMatchObject({ isSpam: false, checkingSince: expect.any(Date) });
    expect(await checksOf(form)).toMatchObject([{ submissionId: id, token: 'the token', address: null }]);
    expect(await test.changesOf(form)).toEqual(['created']);
    await settleSome(depsWith(await standIn(passes)));
  });

  it.each(['turnstile', 'hcaptcha', 'recaptcha'])('passes when %s knows its token', async (provider) => {
    const form = await addForm(provider);
    const { id } = await send(form);
    const service = await standIn(passes);
    expect(await settleSome(depsWith(service))).toBe(1);
    expect(service.received.map(({ body }) => body)).toEqual(['secret=the+secret&response=the+token']);
    expect(await test.read(id)).toMatchObject({ isSpam: false, spam: null, checkingSince: null });
    expect([await checksOf(form), await test.countersOf(form), await test.used(form)]).toEqual([[], inInbox, 1]);
    expect(await test.changesOf(form)).toEqual(['created']);
  });

  it('is caught when the service does not know it, and counts for nothing', async () => {
    const form = await addForm();
    const { id } = await send(form);
    await settleSome(depsWith(await standIn(fails)));
    const spam = { score: 0.99, reasons: [{ name: 'captcha', points: 0.99 }] };
    expect(await test.read(id)).toMatchObject({ isSpam: true, spam, checkingSince: null, markedAt: null });
    expect([await checksOf(form), await test.countersOf(form), await test.used(form)]).toEqual([[], inSpam, 0]);
    expect(await test.changesOf(form)).toEqual(['created', 'marked']);
    expect(outcomes.at(-1)).toBe('caught');
  });

  it('is given back to the number of its form when it is caught', async () => {
    const form = await addForm();
    const number = { formId: form.id, version: 1 };
    const data = { maxSubmissions: 9, maxSubmissionsVersion: number.version };
    await test.owner.prisma.form.update({ where: { id: form.id }, data });
    await makeCounter(test.deps.redis, test.keys, number, { submissions: 1 });
    await send(form);
    await settleSome(depsWith(await standIn(fails)));
    expect(await usedOf(test.deps.redis, test.keys, number)).toMatchObject({ submissions: 0 });
  });

  it.each([
    ['passes', passes, 1],
    ['is caught', fails, 0],
  ])('that %s keeps the claim of its idempotency key only if it is good', async (what, answer, left) => {
    const claim = test.keys.idempotency(what);
    await test.deps.redis.set(claim, 'digest');
    await send(await addForm(), { claim: what });
    expect(await test.deps.redis.exists(claim)).toBe(1);
    await settleSome(depsWith(await standIn(answer)));
    expect(await test.deps.redis.exists(claim)).toBe(left);
  });

  it('is settled while Redis is away, and returns its quota when Redis is back', async () => {
    const away = openRedis({ role: 'client', url: 'redis://127.0.0.1:9', name: 'away', logger: test.deps.logger });
    onTestFinished(() => away.disconnect());
    const forms = [await addForm(), await addForm()] as const;
    const sent = [await send(forms[0]), await send(forms[1])] as const;
    const service = await startReceiver();
    service.answer = () => (service.received.length > 1 ? fails : passes);
    expect(await settleSome({ ...depsWith(service), clientLanes: lanesOver(away) })).toBe(2);
    const states = await Promise.all(sent.map(({ id }) => test.read(id)));
    expect(states.map((state) => state?.checkingSince)).toEqual([null, null]);
    const caught = forms[states.findIndex((state) => state?.isSpam)];
    if (!caught) throw new Error('None was caught');
    expect(await checksOf(caught)).toMatchObject([{ isCaught: true }]);
    expect(await test.used(caught)).toBe(1);
    await test.owner.prisma.spamCheck.updateMany({ data: { dueAt: new Date(0) } });
    await settleSome(depsWith(service));
    expect(await checksOf(caught)).toEqual([]);
    await untilFree(caught);
  });

  it('without a token is spam at once, without a request to the service', async () => {
    const form = await addForm();
    const { id } = await send(form, { captchaToken: '' });
    expect(await test.read(id)).toMatchObject({ isSpam: true, spam: { reasons: [{ name: 'captcha' }] } });
    expect([await checksOf(form), await test.countersOf(form), await test.used(form)]).toEqual([[], inSpam, 0]);
  });

  it('that is spam already is not checked', async () => {
    const form = await test.addForm({ captcha: 'turnstile', blockList: ['casino'] }, { captcha: 'the secret' });
    await send(form, {}, { message: 'Casino' });
    expect(await checksOf(form)).toEqual([]);
  });

  it('keeps what the worker itself found', async () => {
    const form = await addForm();
    const { id } = await send(form, {}, { name: 'sPZkTqmWbNcR' });
    await settleSome(depsWith(await standIn(fails)));
    const { spam } = await test.read(id);
    expect(spam).toMatchObject({ score: 0.994, reasons: [{ name: 'random-letters' }, { name: 'captcha' }] });
  });
});

describe('a service that cannot be used', () => {
  it.each([
    ['is away', null],
    ['answers with an error', { status: 500 }],
    ['answers nonsense', { status: 200, body: '<html>' }],
    ['closes the connection', { isBroken: true }],
    [
      'does not know the owner’s key',
      { status: 200, body: '{"success":false,"error-codes":["invalid-input-secret"]}' },
    ],
    ['takes longer than anybody waits', { ...passes, afterMs: 600_000 }],
  ])('because it %s leaves the submission unchecked', async (_what, answer) => {
    const form = await addForm();
    const { id } = await send(form);
    const service = answer ? await standIn(answer) : { url: nobody };
    await settleSome(depsWith(service));
    const spam = { score: 0, reasons: [{ name: 'unchecked', points: 0 }], isFlagged: false };
    expect(await test.read(id)).toMatchObject({ isSpam: false, spam, checkingSince: null });
    expect(await test.countersOf(form)).toEqual(inInbox);
    expect(outcomes.at(-1)).toBe('unchecked');
  });

  it('is not asked any more about a submission that waits for half a minute', async () => {
    const form = await addForm();
    const { id } = await send(form);
    await test.owner.prisma.spamCheck.update({
      where: { submissionId: id },
      data: { createdAt: new Date(Date.now() - 31_000) },
    });
    const service = await standIn(fails);
    await settleSome(depsWith(service));
    expect([service.received.length, await test.read(id)]).toMatchObject([0, { isSpam: false, checkingSince: null }]);
  });

  it('that has seen the token before a worker died is no reason against the visitor', async () => {
    const form = await addForm();
    const { id } = await send(form);
    await takeChecks(test.deps.pool, 50);
    await test.owner.prisma.spamCheck.update({ where: { submissionId: id }, data: { dueAt: new Date() } });
    const used = { status: 200, body: '{"success":false,"error-codes":["timeout-or-duplicate"]}' };
    await settleSome(depsWith(await standIn(used)));
    expect(await test.read(id)).toMatchObject({ isSpam: false, spam: { reasons: [{ name: 'unchecked' }] } });
  });
});

describe('reCAPTCHA v3', () => {
  it.each([
    [0.9, false, null],
    [0.3, false, { score: 0.7 }],
    [0, true, { score: 1 }],
  ])('with the score %d', async (score, isSpam, spam) => {
    const form = await addForm('recaptcha');
    const { id } = await send(form);
    await settleSome(depsWith(await standIn({ status: 200, body: JSON.stringify({ success: true, score }) })));
    const stored = await test.read(id);
    expect(stored.isSpam).toBe(isSpam);
    if (spam === null) expect(stored.spam).toBeNull();
    else expect(stored.spam).toMatchObject(spam);
  });
});

describe('Akismet', () => {
  const akismet = { key: 'the key', site: 'https://example.com' };
  const fromVisitor = { captchaToken: undefined, address: '192.0.2.7' };

  it.each([
    ['true', true],
    ['false', false],
  ])('that answers %s', async (body, isSpam) => {
    const form = await test.addForm({ akismet: true }, { akismet });
    const { id } = await send(form, fromVisitor, { name: 'Ada', email: 'ada@example.com', message: 'Hello' });
    const service = await standIn({ status: 200, body });
    await settleSome(depsWith(service));
    expect(await test.read(id)).toMatchObject({ isSpam, checkingSince: null });
    expect(Object.fromEntries(new URLSearchParams(service.received[0]?.body))).toMatchObject({
      api_key: 'the key',
      blog: 'https://example.com',
      user_ip: '192.0.2.7',
      comment_type: 'contact-form',
      comment_author: 'Ada',
      comment_author_email: 'ada@example.com',
      comment_content: 'Ada\nada@example.com\nHello',
    });
    expect(await checksOf(form)).toEqual([]);
  });

  it('that refuses the key leaves the submission unchecked', async () => {
    const form = await test.addForm({ akismet: true }, { akismet });
    const { id } = await send(form, fromVisitor);
    await settleSome(depsWith(await standIn({ status: 200, body: 'invalid' })));
    expect(await test.read(id)).toMatchObject({ isSpam: false, spam: { reasons: [{ name: 'unchecked' }] } });
  });

  it('is not asked about a text that costs too much to prepare', async () => {
    const form = await test.addForm({ akismet: true }, { akismet });
    const { id } = await send(form, fromVisitor);
    const service = await standIn({ status: 200, body: 'true' });
    let looks = 0;
    const clock = () => {
      looks += 1;
      return looks * (ownRulesMaxMs + 1);
    };
    await settleSome({ ...depsWith(service), clock });
    expect(service.received).toEqual([]);
    expect(await test.read(id)).toMatchObject({ isSpam: false, spam: { reasons: [{ name: 'unfinished' }] } });
    expect(outcomes.at(-1)).toBe('unchecked');
  });
});

describe('a check', () => {
  it('is settled once by concurrent workers, and its quota is returned once', async () => {
    const forms = await Promise.all(Array.from({ length: 20 }, () => addForm()));
    for (const form of forms) await send(form);
    const deps = depsWith(await standIn(fails));
    await Promise.all([settleSome(deps), settleSome(deps), settleSome(deps)]);
    for (const form of forms) {
      expect([await test.countersOf(form), await test.used(form), await checksOf(form)]).toEqual([inSpam, 0, []]);
    }
  });

  it.each([
    ['of its half hour', 40, 1, { half: 0, hour: 2, late: 2 }],
    ['of its hour, where the release before counted it', 10, 0, { half: 0, hour: 1, late: 2 }],
    ['of its hour and of the second half of it', 40, 0, { half: 0, hour: 1, late: 1 }],
  ])('lowers the count %s', async (_of, minute, half, expected) => {
    const form = await addForm();
    await send(form, { receivedAtMs: Date.UTC(2026, 10, 20, 8, minute) });
    const slot = minute < 30 ? 17 : 18;
    const { pool } = test.owner;
    await pool.query(
      `update daily_form_counters set half_hours[${slot}] = $2, hours[9] = 2, late_hours[9] = 2 where form_id = $1`,
      [form.id, half],
    );
    await settleSome(depsWith(await standIn(fails)));
    const { rows } = await pool.query(
      `select half_hours[${slot}] as half, hours[9]::int as hour, late_hours[9] as late
       from daily_form_counters where form_id = $1`,
      [form.id],
    );
    expect(rows).toEqual([expected]);
  });

  it('returns its quota although a worker crashed before it could', async () => {
    const form = await addForm();
    const { id } = await send(form);
    const deps = depsWith(await standIn(fails));
    const away = openRedis({ role: 'client', url: 'redis://127.0.0.1:9', name: 'away', logger: deps.logger });
    onTestFinished(() => away.disconnect());
    expect(await settleSome({ ...deps, clientLanes: lanesOver(away) })).toBe(1);
    expect([await test.used(form), await checksOf(form)]).toMatchObject([1, [{ isCaught: true, token: null }]]);
    for (let n = 0; n < 2; n += 1) {
      await test.owner.prisma.spamCheck.updateMany({ where: { submissionId: id }, data: { dueAt: new Date() } });
      await settleSome(deps);
    }
    await untilFree(form);
    expect([await test.countersOf(form), await checksOf(form)]).toEqual([inSpam, []]);
  });

  it('gives nothing back when the job that stored it runs again afterwards', async () => {
    const form = await addForm();
    const one = await send(form);
    await test.setUsed(form, 2);
    await settleSome(depsWith(await standIn(fails)));
    await test.deliver([one], `send ${one.id}`);
    expect(await test.used(form)).toBe(1);
  });

  it('ends when its submission is gone, or was marked by its owner', async () => {
    const [gone, marked] = [await addForm(), await addForm()];
    const [one, two] = [await send(gone), await send(marked)];
    await test.owner.prisma.submission.delete({ where: { id: one.id } });
    const markedAt = new Date();
    await test.owner.prisma.submission.update({ where: { id: two.id }, data: { isSpam: true, markedAt } });
    await settleSome(depsWith(await standIn(passes)));
    expect(await test.read(two.id)).toMatchObject({ isSpam: true, markedAt, checkingSince: expect.any(Date) });
    expect([await checksOf(gone), await checksOf(marked)]).toEqual([[], []]);
  });

  it('that passes causes what an arrival causes, once', async () => {
    const form = await addForm();
    const { prisma } = test.owner;
    await prisma.notifications.create({ data: { formId: form.id, mode: 'instant' } });
    const { id } = await send(form);
    const noticesOf = async () => (await prisma.notice.findMany({ where: { formId: form.id } })).map(({ ids }) => ids);
    expect(await noticesOf()).toEqual([]);
    const deps = depsWith(await standIn(passes));
    await settleSome(deps);
    await settleSome(deps);
    expect(await noticesOf()).toEqual([[id]]);
  });
});
