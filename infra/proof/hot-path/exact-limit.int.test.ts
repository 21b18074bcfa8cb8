import { setTimeout as pause } from 'node:timers/promises';
import type { Form } from '@inlet/db/client';
import { startFleets } from '@inlet/local/fleet/fleets.test-setup';
import { expect, it } from 'vitest';
import {
  addForm,
  countsOf,
  directOf,
  hotPath,
  openApi,
  reservedOf,
  untilDrained,
  untilSettled,
} from '#house/house.test-setup.ts';
import { openSender } from '#house/visitors.test-setup.ts';

const allowed = 1_000;
/** The number of submissions that one call releases. */
const ofList = 20;
/** Longer than ingest waits for Redis before it also stores a batch directly. */
const slowMs = 250;
const betweenMs = 50;
const sentence = 'Monthly submission limit reached (1000). Upgrade your plan or wait until next month.';

/** A product with two processes of ingest. */
async function openHouse(connections: number) {
  const house = await startFleets(1, { services: hotPath });
  const ingests = [house.urls.ingest, await house.startApart('ingest', {})];
  const send = openSender(connections);
  /** Sends alternately to both processes, and waits until every submission is stored. */
  async function sendMany(to: Form, count: number, fields: object = {}) {
    const one = (n: number) => send(ingests[n % 2] ?? '', to.endpointId, { n, ...fields });
    const answers = await Promise.all(Array.from({ length: count }, (_, n) => one(n)));
    await untilDrained(house);
    return answers;
  }
  async function expectFull(form: Form, stored = allowed) {
    await untilSettled(house);
    expect(await countsOf(house, form)).toEqual({ rows: stored, total: stored, days: stored, usage: stored });
    expect(await reservedOf(house, form)).toBe(stored);
  }
  /**
   * The month was used up exactly. If the machine is so busy that Redis counts as away, directly stored submissions may
   * exceed it, as in an outage.
   */
  async function expectGivenOut(form: Form, answers: Answers, left: number) {
    await untilSettled(house);
    const [direct, { rows }] = [await directOf(house, form), await countsOf(house, form)];
    if (direct === 0) {
      expect(tally(answers)).toEqual({ 200: left, [`429 ${sentence}`]: answers.length - left });
      expect(rows).toBe(allowed);
    }
    expect(rows).toBeGreaterThanOrEqual(allowed);
    expect(rows).toBeLessThanOrEqual(allowed + direct);
    await expectFull(form, rows);
  }
  return { ...house, sendMany, expectFull, expectGivenOut };
}

type Answers = readonly { readonly status: number; readonly body: { readonly error?: string } }[];

const acceptedOf = (answers: readonly { status: number }[]) => answers.filter(({ status }) => status === 200).length;

function tally(answers: Answers): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { status, body } of answers) {
    const name = status === 429 ? `429 ${body.error}` : String(status);
    sums[name] = (sums[name] ?? 0) + 1;
  }
  return sums;
}

it('stores exactly as many as the plan allows, from 64 senders and two processes, also after Redis lost its counts', async () => {
  const house = await openHouse(64);
  const form = await addForm(house);
  const answers = await house.sendMany(form, 3_000);
  await house.expectGivenOut(form, answers, allowed);
  const ids = answers.flatMap(({ body }) => body.submissionId ?? []);
  expect(new Set(ids).size).toBe(acceptedOf(answers));

  // An emptied Redis loses its waiting submissions, so all of them are stored before.
  const other = await addForm(house);
  expect(tally(await house.sendMany(other, 600))).toEqual({ 200: 600 });
  await house.redis.flushall();
  const later = await house.sendMany(other, 900);
  await house.expectGivenOut(other, later, 400);
});

it('passes the limit by no more than waited in Redis, though Redis is slow again and again', async () => {
  const house = await openHouse(200);
  const form = await addForm(house);
  let isOver = false;
  async function pauseRedis() {
    while (!isOver) {
      await house.redis.client('PAUSE', slowMs);
      await pause(slowMs + betweenMs);
    }
  }
  const paused = pauseRedis();
  await house.sendMany(form, 1_200);
  isOver = true;
  await paused;
  await untilSettled(house);
  await house.sendMany(form, 1_200);
  const [direct, { rows }] = [await directOf(house, form), await countsOf(house, form)];
  expect(direct).toBeGreaterThan(0);
  expect(rows).toBeGreaterThanOrEqual(allowed);
  // At most the submissions that went through Redis waited there when the rest was stored directly.
  expect(rows).toBeLessThanOrEqual(allowed + (rows - direct));
  await house.expectFull(form, rows);
});

it('never puts more into the inbox than the plan allows, while spam is released and submissions come in', async () => {
  const house = await openHouse(100);
  const form = await addForm(house);
  const { prisma, pool } = house.database;
  const call = await openApi(house, form.userId);
  async function mark(ids: readonly string[], isSpam: boolean): Promise<number> {
    const { status } = await call(`POST /api/v1/forms/${form.id}/submissions/mark`, { ids, isSpam });
    expect([200, 429]).toContain(status);
    return status;
  }

  await house.sendMany(form, 800);
  await house.sendMany(form, 200, { _gotcha: 'filled in' });
  const spam = await prisma.submission.findMany({ where: { formId: form.id, isSpam: true }, select: { id: true } });
  const ids = spam.map(({ id }) => id);
  expect(ids).toHaveLength(200);

  // Twice as many as fit, from both sides at once.
  const lists = Array.from({ length: 10 }, (_, n) => ids.slice(n * ofList, (n + 1) * ofList));
  const [answers, sent] = await Promise.all([
    Promise.all(lists.map((list) => mark(list, false))),
    house.sendMany(form, 200),
  ]);
  const released = answers.filter((status) => status === 200).length * ofList;
  const more = await house.sendMany(form, 200);
  await untilSettled(house);
  // None, unless the machine is so busy that Redis counts as away.
  const direct = await directOf(house, form);
  const given = released + acceptedOf([...sent, ...more]);
  expect(given).toBeGreaterThanOrEqual(200);
  expect(given).toBeLessThanOrEqual(200 + direct);
  // The month is full; submissions that were in the inbox before still return.
  const [last] = await prisma.submission.findMany({ where: { formId: form.id, isSpam: false }, take: 1 });
  expect([await mark([last?.id ?? ''], true), await mark([last?.id ?? ''], false)]).toEqual([200, 200]);

  const { rows } = await pool.query<{ inbox: number; total: number; usage: number }>(
    `select (select count(*) from submissions where form_id = $1 and not is_spam) as inbox, submission_count as total,
       (select submission_count from monthly_usage where user_id = $2) as usage
     from form_totals where form_id = $1`,
    [form.id, form.userId],
  );
  const inbox = Number(rows[0]?.inbox);
  expect(inbox).toBeGreaterThanOrEqual(allowed);
  expect(inbox).toBeLessThanOrEqual(allowed + direct);
  expect(rows).toEqual([{ inbox, total: inbox, usage: inbox }]);
  expect(await reservedOf(house, form)).toBe(inbox);
});
