import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { claimOf, type MovingWorld, month, openMovingWorld } from '#lanes/moving-account.test-setup.ts';

const script = join(import.meta.dirname, 'lanes.ts');

let account: TestAccount;
let world: MovingWorld;
let email: string;
beforeAll(async () => {
  account = await startTestAccount({ REDIS_LANES: '2' });
});
afterAll(() => account.close());
beforeEach(async () => {
  const { deps } = account;
  world = await openMovingWorld(deps);
  await deps.monthCounters.make([{ userId: world.userId, month }]);
  email = (await deps.database.prisma.user.findUniqueOrThrow({ where: { id: world.userId } })).email ?? '';
});

/** Runs the command, and kills it once it prints a line. */
function run(words: readonly string[], killedAt?: string) {
  const { promise, resolve } = Promise.withResolvers<{ code: number | null; output: string; errors: string }>();
  const child = spawn(process.execPath, [script, ...words], { env: account.env });
  onTestFinished(() => void child.kill('SIGKILL'));
  let [output, errors] = ['', ''];
  child.stdout.on('data', (text) => {
    output += text;
    if (killedAt !== undefined && output.includes(killedAt)) child.kill('SIGKILL');
  });
  child.stderr.on('data', (text) => {
    errors += text;
  });
  child.once('close', (code) => resolve({ code, output, errors }));
  return promise;
}

it('moves the account of an owner, tells what it does, and lists it', async () => {
  world.keepStoring();
  await world.send(world.forms[0], claimOf());
  const moved = await run(['move', email, '1']);
  expect(moved).toEqual({ code: 0, output: expect.any(String), errors: '' });
  expect(
    moved.output
      .replace(/\d+ ms/, 'N ms')
      .trim()
      .split('\n'),
  ).toEqual([
    'idempotency keys are copied',
    'submissions wait',
    'the account is in its new lane',
    'submissions go on',
    `${world.userId} moved from lane 0 to 1; it paused for N ms`,
  ]);
  await world.send(world.forms[0]);
  expect((await world.usedIn(1))[0]).toBe(2);
  const { code, output } = await run(['list']);
  expect(code).toBe(0);
  expect(output).toContain(`${world.userId} lane 1 ${email}`);
  expect(output).toMatch(
    /^lane 0: \d+ accounts, 0 batches wait, 0 failed, \S+( of \S+)? at 127\.0\.0\.1:\d+\nlane 1: /,
  );
});

it('says in one sentence why it moves nothing', async () => {
  const usage = 'lanes: Usage: lanes list, or lanes move ACCOUNT LANE, where ACCOUNT is an id or its owner’s address\n';
  const bad = [[], ['move', email, 'one'], ['move', 'ada', '1']];
  for (const words of bad) expect(await run(words)).toEqual({ code: 1, output: '', errors: usage });
  const nobody = 'nobody@example.com';
  expect(await run(['move', nobody, '1'])).toEqual({ code: 1, output: '', errors: `There is no account ${nobody}\n` });
  const { prisma } = account.deps.database;
  const own = await prisma.membership.findFirstOrThrow({ where: { userId: world.userId } });
  const { userId } = await openMovingWorld(account.deps);
  await prisma.membership.create({ data: { userId, personId: own.personId, role: 'owner' } });
  expect((await run(['move', email, '1'])).errors).toContain(`${email} owns several accounts. Name one of them: `);
  expect((await run(['move', world.userId, '0'])).errors).toBe('The account is in lane 0 already\n');
});

it('leaves the account in its lane if it is killed during the pause, which then ends by itself', async () => {
  await world.send(world.forms[0]);
  // The batch is not stored, so the command waits in its pause.
  const { code, output } = await run(['move', world.userId, '1'], 'submissions wait');
  expect([code, output]).toEqual([null, 'idempotency keys are copied\nsubmissions wait\n']);
  await world.send(world.forms[0]);
  expect((await world.usedIn(0))[0]).toBe(2);
  expect(await world.counts()).toMatchObject({ lane: 0 });
  expect(await world.directoryLane()).toBe(0);
  await world.store();
  expect((await run(['move', world.userId, '1'])).code).toBe(0);
  expect((await world.usedIn(1))[0]).toBe(2);
  expect(await world.counts()).toEqual({ lane: 1, stored: 2 });
});
