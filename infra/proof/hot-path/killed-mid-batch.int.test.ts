import { startFleets } from '@inlet/local/fleet/fleets.test-setup';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { expect, it } from 'vitest';
import { addForm, blockedBackends, countsOf, hotPath, reservedOf, untilDrained } from '#house/house.test-setup.ts';
import { startLoad } from '#house/load.test-setup.ts';
import { openSender } from '#house/visitors.test-setup.ts';

/** A refused or broken connection: there was no response, so nothing was promised. */
const noAnswer = /ECONN|socket hang up/;

it.each([
  ['dies with it', true],
  ['goes on without it, and commits what nobody hears of', false],
])('stores each submission once whose worker was killed while its statement %s', async (_, dies) => {
  const house = await startFleets(1, { services: hotPath });
  const { database, fleets, urls } = house;
  const form = await addForm(house);
  const send = openSender(100);

  let successor: Promise<void> | undefined;
  const acknowledged = await database.prisma.$transaction(
    async (tx) => {
      await tx.$executeRaw`lock table form_totals in exclusive mode`;
      const sent = Array.from({ length: 400 }, (_, n) => send(urls.ingest, form.endpointId, { n }));
      const answers = await Promise.all(sent);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      const [backend] = await waitUntil(
        async () => {
          const blocked = await blockedBackends(house, 'form_totals');
          return blocked.length > 0 && blocked;
        },
        { what: 'a statement to be under way' },
      );
      successor = fleets.worker.kill();
      if (dies) await database.pool.query('select pg_terminate_backend($1)', [backend]);
      return answers.map(({ body }) => body.submissionId ?? '');
    },
    { timeout: 120_000 },
  );
  // One statement may contain the batches of several jobs.
  expect(await house.redis.llen(`${house.keys.queues}:submissions:active`)).toBeGreaterThanOrEqual(2);

  await successor;
  await untilDrained(house);
  const stored = await database.prisma.submission.findMany({ where: { formId: form.id }, select: { id: true } });
  expect(stored.map(({ id }) => id).toSorted()).toEqual(acknowledged.toSorted());
  expect(await countsOf(house, form)).toEqual({ rows: 400, total: 400, days: 400, usage: 400 });
  expect(await reservedOf(house, form)).toBe(400);
});

it('stores each submission once that ingest acknowledged before it was killed under full load', async () => {
  const house = await startFleets(1, { services: hotPath });
  const load = await startLoad(house, 'ingest killed', { plan: 'pro', visitors: 64, restMs: 0, answers: 500 });
  for (let kill = 0; kill < 3; kill += 1) {
    await load.untilMore();
    await house.fleets.ingest.kill();
  }
  await load.untilMore();
  await load.judge(noAnswer);
  expect(await reservedOf(house, load.form)).toBe((await countsOf(house, load.form)).rows);
});
