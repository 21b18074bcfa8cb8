import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { erasureContext } from '@inlet/contracts/erasures';
import { createAddressHashes } from '@inlet/crypto/address-hash';
import { freePort } from '@inlet/local-servers/free-port';
import { startProcess } from '@inlet/local-servers/start-process';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { buildForm } from '@inlet/testing/build-form';
import { buildTarget } from '@inlet/testing/build-target';
import { buildUser } from '@inlet/testing/build-user';
import { startServiceProcess } from '@inlet/testing/service-process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestWorker, type TestWorker } from '#worker.test-setup.ts';

const program = join(import.meta.dirname, '../main.ts');
const address = 'ada@example.com';
const kills = 3;
const stored = 40_000;
/** The maximum of the random pause before a worker is killed, in milliseconds: less than a tenth of the whole work. */
const moment = 150;
/** Every eighth submission is the person's. */
const theirs = stored / 8;
let worker: TestWorker;

beforeAll(async () => {
  worker = await openTestWorker();
});
afterAll(() => worker.close());

async function fill() {
  const { prisma, pool } = worker.owner;
  const { id: userId } = await buildUser(prisma);
  const { id: formId } = await buildForm(prisma, { userId });
  const { id: targetId } = await buildTarget(prisma, { formId, sealed: new Uint8Array(1) });
  await pool.query(
    `insert into submissions (id, form_id, data, created_at)
     select gen_random_uuid(), $1, json_build_object('email', case when n % 8 = 0 then $3 else 'other' || n || '@example.com' end,
       'text', repeat('Hello ', 40)), now() - n * interval '1 second' from generate_series(1, $2::int) as n`,
    [formId, stored, address],
  );
  await pool.query(
    `insert into submission_states (submission_id, form_id, received_at, note)
     select id, form_id, created_at, 'Called' from submissions where form_id = $1`,
    [formId],
  );
  await pool.query('insert into form_totals (form_id, submission_count) values ($1, $2)', [formId, stored]);
  await pool.query(
    `insert into delivery_attempts (id, target_id, event_id, type, submission_id, number, state, duration_ms, started_at)
     select uuidv7(), $2, id, 'submission.created', id, 1, 'failed', 1, created_at from submissions where form_id = $1`,
    [formId, targetId],
  );
  return { userId, formId, targetId };
}

/** A worker that may be killed before it is ready. */
async function startTaker() {
  const env = {
    HOST: '127.0.0.1',
    INLET_MODE: 'local',
    LOG_LEVEL: 'silent',
    ...worker.env,
    PORT: String(await freePort()),
  };
  const taker = startProcess({
    name: program,
    program: process.execPath,
    args: [program],
    env,
    ready: async () => false,
  });
  taker.ready.catch(() => undefined);
  return taker;
}

it('is done exactly once, however often workers die in the middle of it', async () => {
  const { prisma } = worker.owner;
  const { userId, formId, targetId } = await fill();
  const { sealing, config } = worker.deps;
  const id = randomUUID();
  const sealed = Uint8Array.from(sealing.seal(address, erasureContext(id)));
  const addressHash = Uint8Array.from(createAddressHashes(config.ENCRYPTION_KEYS).of(userId, address));
  await prisma.erasure.create({ data: { id, userId, addressHash, sealed } });
  const read = () => prisma.erasure.findUniqueOrThrow({ where: { id } });
  const holders = new Set<string | null>([null]);
  while (holders.size <= kills && (await read()).state !== 'done') {
    const taker = await startTaker();
    await waitUntil(async () => !holders.has((await read()).holder), {
      what: 'a worker to take it',
    });
    holders.add((await read()).holder);
    await pause(Math.random() * moment);
    process.kill(taker.pid, 'SIGKILL');
    await taker.exited;
    // This simulates an expired lease.
    await prisma.erasure.updateMany({ where: { id, state: { not: 'done' } }, data: { heldUntil: new Date(0) } });
  }
  const last = await startServiceProcess({ program, env: worker.env });
  await waitUntil(async () => (await read()).state === 'done', { what: 'the erasure to be done', timeoutMs: 120_000 });
  await last.stop();
  expect(holders.size - 1).toBe(kills);
  expect((await read()).counts).toEqual({ submissions: theirs, notes: theirs, attempts: theirs });
  expect(await prisma.submission.count({ where: { formId } })).toBe(stored - theirs);
  expect(await prisma.deliveryAttempt.count({ where: { targetId } })).toBe(stored - theirs);
  const total = await prisma.formTotal.findUniqueOrThrow({ where: { formId } });
  expect(Number(total.submissionCount)).toBe(stored - theirs);
});
