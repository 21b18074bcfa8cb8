import { randomUUID } from 'node:crypto';
import { replaySchema, replayStartedSchema } from '@inlet/contracts/targets';
import type { Form, Target, User } from '@inlet/db/client';
import { buildForm } from '@inlet/testing/build-form';
import { buildSubmission } from '@inlet/testing/build-submission';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { auditOf } from '#account-of.test-setup.ts';
import { buildAttempt, buildStopping, makeTarget } from '#deliveries/build-deliveries.test-setup.ts';

let account: TestAccount;
let user: User;
let form: Form;
let target: Target;
let token: string;

beforeAll(async () => {
  account = await startTestAccount();
});
afterAll(() => account.close());
beforeEach(async () => {
  const { prisma } = account.deps.database;
  user = await buildUser(prisma);
  form = await buildForm(prisma, { userId: user.id });
  target = await makeTarget(account, form);
  token = await account.signIn(user);
});

const replay = (body: unknown) => account.call(`POST /api/v1/targets/${target.id}/replay`, { token, body });
const started = async (body: unknown) => {
  const answer = await replay(body);
  expect([answer.status, answer.body]).toMatchObject([202, { replayId: expect.any(String) }]);
  const { replayId } = replayStartedSchema.strict().parse(answer.body);
  const progress = await account.call(`GET /api/v1/replays/${replayId}`, { token });
  expect(progress.status).toBe(200);
  return replaySchema.strict().parse(progress.body);
};
const deliveries = async () => {
  const { rows } = await account.deps.database.pool.query<{ event: string; state: string; attempts: number }>(
    `select event_id as event, type, submission_id as submission, state, attempts, replay_id as replay
     from deliveries where target_id = $1 order by id`,
    [target.id],
  );
  return rows;
};
const submission = (day: number, overrides = {}) =>
  buildSubmission(account.deps.database.prisma, {
    ...{ formId: form.id, createdAt: new Date(Date.UTC(2026, 9, day)), ...overrides },
  });
const at = (day: number) => new Date(Date.UTC(2026, 9, day)).toISOString();

describe('a replay of a range', () => {
  it('counts the submissions and leaves the rest to a cursor', async () => {
    for (const day of [1, 2, 3, 4]) await submission(day);
    await submission(2, { isSpam: true });
    const found = await started({ from: at(2), to: at(4) });
    expect(found).toMatchObject({ targetId: target.id, state: 'running', done: 0, total: 2, endedAt: null });
    expect(await account.deps.database.prisma.replay.findUniqueOrThrow({ where: { id: found.id } })).toMatchObject({
      ...{ fromAt: new Date(at(2)), toAt: new Date(at(4)), cursorAt: null, failedOnly: false },
    });
    expect(await deliveries()).toEqual([]);
    expect(await auditOf(account, user.id)).toEqual(['target.created', 'target.replayed']);
  });

  it('of everything fills a new target', async () => {
    for (const day of [1, 2]) await submission(day);
    expect(await started({})).toMatchObject({ state: 'running', total: 2 });
  });

  it('of nothing is done', async () => {
    expect(await started({ to: at(1) })).toMatchObject({ state: 'done', total: 0, endedAt: expect.any(String) });
  });

  it('counts what failed, where only that is wanted', async () => {
    await submission(1);
    await buildStopping(account, target);
    expect(await started({ failedOnly: true })).toMatchObject({ state: 'running', total: 1 });
  });

  it('is the only one of its target, however many begin at once', async () => {
    await submission(1);
    const answers = await Promise.all(Array.from({ length: 5 }, () => replay({})));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 409, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'replay_under_way' });
    await account.deps.database.prisma.replay.updateMany({ where: { targetId: target.id }, data: { state: 'done' } });
    expect((await replay({})).status).toBe(202);
  });

  it('lets one of what failed begin beside it, and one of that only', async () => {
    await submission(1);
    await replay({});
    await buildStopping(account, target);
    const failedOnly = { failedOnly: true };
    expect([(await replay(failedOnly)).status, (await replay(failedOnly)).status]).toEqual([202, 409]);
  });

  it('begins within a second for a million, and adds no row', async () => {
    await account.deps.database.pool.query(`insert into form_totals (form_id, submission_count) values ($1, 1000000)`, [
      form.id,
    ]);
    await account.deps.database.pool.query(
      `insert into submissions (id, form_id, data, created_at)
       select gen_random_uuid(), $1, '{}', timestamptz '2026-01-01' + n * interval '1 second'
       from generate_series(1, 110000) as n`,
      [form.id],
    );
    expect(await started({ from: '2026-01-01T00:00:00Z' })).toMatchObject({ total: 1_000_000 });
    expect(await deliveries()).toEqual([]);
  });
});

async function spamEventOf(submissionId: string): Promise<string | undefined> {
  const { rows } = await account.deps.database.pool.query<{ id: string }>('select spam_event_id($1) as id', [
    submissionId,
  ]);
  return rows[0]?.id;
}

describe('a replay of submissions that are named', () => {
  it('adds a delivery of each under its own id, and none of another form', async () => {
    const [first, second, spam] = [await submission(1), await submission(2), await submission(3, { isSpam: true })];
    const other = await buildForm(account.deps.database.prisma, { userId: user.id });
    const foreign = await buildSubmission(account.deps.database.prisma, { formId: other.id });
    const submissionIds = [spam, second, first, foreign].map(({ id }) => id);
    const found = await started({ submissionIds: [...submissionIds, randomUUID()] });
    expect(found).toMatchObject({ state: 'running', total: 3 });
    const delivery = { state: 'due', attempts: 0, replay: found.id };
    expect(await deliveries()).toEqual([
      { ...delivery, event: first.id, submission: first.id, type: 'submission.created' },
      { ...delivery, event: second.id, submission: second.id, type: 'submission.created' },
      { ...delivery, event: await spamEventOf(spam.id), submission: spam.id, type: 'submission.spam' },
    ]);
  });

  it('sets one that failed due again, and leaves one that waits', async () => {
    const [failed, waiting] = [await submission(1), await submission(2)];
    await buildStopping(account, target, failed.id);
    await started({ submissionIds: [waiting.id] });
    const before = await deliveries();
    const found = await started({ submissionIds: [waiting.id, failed.id] });
    expect(found.total).toBe(1);
    expect(await deliveries()).toEqual([{ ...before[0], state: 'due', attempts: 0, replay: found.id }, before[1]]);
  });

  it('adds nothing where only what failed is wanted', async () => {
    const delivered = await submission(1);
    expect(await started({ submissionIds: [delivered.id], failedOnly: true })).toMatchObject({
      state: 'done',
      total: 0,
    });
    expect(await deliveries()).toEqual([]);
  });

  it('does not wait for a range that is under way', async () => {
    const { id } = await submission(1);
    await started({});
    expect((await replay({ submissionIds: [id] })).status).toBe(202);
    expect((await replay({})).status).toBe(409);
  });
});

describe('a replay of attempts', () => {
  it('keeps the id of each event, and delivers it once', async () => {
    const { id: submissionId } = await submission(1);
    const occurredAt = new Date('2026-01-02T03:04:05Z');
    const eventId = randomUUID();
    const event = { targetId: target.id, eventId, submissionId, type: 'submission.released', occurredAt };
    const attempts = [await buildAttempt(account, event), await buildAttempt(account, { ...event, number: 2 })];
    const test = await buildAttempt(account, { targetId: target.id, submissionId: null, isTest: true });
    const elsewhere = await buildAttempt(account, { targetId: (await makeTarget(account, form)).id });
    const attemptIds = [...attempts, test, elsewhere].map(({ id }) => id);
    expect(await started({ attemptIds })).toMatchObject({ total: 1 });
    expect(await deliveries()).toMatchObject([
      { event: event.eventId, submission: submissionId, type: 'submission.released', state: 'due' },
    ]);
    const { delivery } = account.deps.database.prisma;
    expect(await delivery.findFirst({ where: { eventId } })).toMatchObject({ occurredAt });
  });
});

it.each([
  [{ from: 'yesterday' }, 'from'],
  [{ from: at(2), to: at(1) }, 'to'],
  [{ submissionIds: [] }, 'submissionIds'],
  [{ submissionIds: ['x'] }, 'submissionIds.0'],
  [{ submissionIds: Array.from({ length: 1_001 }, () => randomUUID()) }, 'submissionIds'],
  [{ from: at(1), attemptIds: [randomUUID()] }, ''],
  [{ form: at(1) }, ''],
])('refuses %j', async (body, field) => {
  const answer = await replay(body);
  expect([answer.status, answer.body]).toMatchObject([422, { issues: [{ field }] }]);
});

describe('skipping', () => {
  const skip = () => account.call(`POST /api/v1/targets/${target.id}/skip`, { token });

  it('drops the delivery that stops a target in strict order', async () => {
    target = await makeTarget(account, form, { order: 'strict' });
    const stopping = await buildStopping(account, target);
    await started({ submissionIds: [(await submission(1)).id] });
    await account.deps.database.prisma.target.update({
      where: { id: target.id },
      data: { failureStreak: 12, failingSince: new Date(), nextAttemptAt: new Date() },
    });
    const answer = await skip();
    expect([answer.status, answer.body]).toMatchObject([200, { health: { failureStreak: 0, nextAttemptAt: null } }]);
    expect((await deliveries()).map(({ event }) => event)).not.toContain(stopping.eventId);
    // The next delivery has not failed.
    expect([(await skip()).status, await deliveries()]).toMatchObject([409, [{ attempts: 0 }]]);
    expect(await auditOf(account, user.id)).toContain('target.delivery_skipped');
  });

  it('has nothing to do where no order stops the target', async () => {
    await buildStopping(account, target);
    const answer = await skip();
    expect([answer.status, answer.body]).toMatchObject([409, { code: 'nothing_to_skip' }]);
    expect(await deliveries()).toHaveLength(1);
  });
});
