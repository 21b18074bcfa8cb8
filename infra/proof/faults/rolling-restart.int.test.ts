import { systemPlan } from '@inlet/contracts/plans';
import type { Ending } from '@inlet/local/fleet/fleet';
import { startFleets } from '@inlet/local/fleet/fleets.test-setup';
import { expect, it } from 'vitest';
import { addForm, signUp } from '#house/house.test-setup.ts';
import { createLedger, reportFault } from '#house/ledger.ts';
import { nothing, startLoad } from '#house/load.test-setup.ts';
import { isFullRun } from '#house/run-settings.ts';
import { startVisits, submission, type Visitor, type Visits } from '#house/visitors.test-setup.ts';

const testTimeoutMs = 300_000;
/** The deadline that a service sets itself from the signal to its exit. The short form measures no time. */
const deadlineSeconds = isFullRun ? 25 : Number.POSITIVE_INFINITY;
const services = ['account', 'worker', 'ingest', 'gateway'] as const;
const copies = isFullRun ? 2 : 1;
const rounds = isFullRun ? 3 : 1;
const kills = isFullRun ? 3 : 1;
/** Visitors of each kind. */
const visitorsEach = 4;

it('restarts every service, and kills ingest and account behind the gateway, with nobody refused and nothing lost', {
  timeout: testTimeoutMs,
}, async () => {
  const house = await startFleets(copies);
  const { urls, fleets } = house;
  const form = await addForm(house, { plan: systemPlan });
  const { access_token: token } = await signUp(urls.gateway, 'ada@example.com', { connection: 'close' });
  const ledger = createLedger();

  const submitTo = (url: string) => () => submission(url, form.endpointId, { attempt: ledger.attempt() });
  const acknowledge = (body: string) => ledger.acknowledge(JSON.parse(body).submissionId);
  const kinds = [
    { name: 'submit to ingest', ask: submitTo(urls.ingest), heard: acknowledge },
    { name: 'submit through the gateway', ask: submitTo(urls.gateway), heard: acknowledge },
    { name: 'read', ask: () => ({ url: `${urls.gateway}/api/v1/me`, headers: { authorization: `Bearer ${token}` } }) },
    { name: 'page', ask: () => ({ url: `${urls.gateway}/app` }) },
  ];
  /** Breaks a part under the load of these visitors, who must not notice. */
  const duringVisits = async (theirs: typeof kinds, times: number, breakSomething: () => Promise<void>) => {
    const visitors: Visitor[] = theirs.flatMap((kind) =>
      Array.from({ length: visitorsEach }, (_, n) => ({ ...kind, keepsConnection: n % 2 === 0 })),
    );
    const visits = startVisits(visitors);
    const untilMore = () => visits.untilMore(200, 60_000, 'restarts and kills');
    await untilMore();
    for (let time = 0; time < times; time += 1) {
      await breakSomething();
      await untilMore();
    }
    await visits.stop();
    expect(Object.fromEntries(visits.failures)).toEqual({});
    return visits;
  };
  const judge = async (fault: string, visits: Visits) => {
    const verdict = await ledger.judge(house, form);
    reportFault(fault, verdict, visits);
    expect(verdict).toMatchObject({ lost: 0, duplicated: 0, unexpected: 0, recovered: 0 });
    expect(verdict.acknowledged).toBe(verdict.attempted);
  };

  const endings: Ending[] = [];
  const restarted = await duringVisits(kinds, rounds, async () => {
    // All at once, as when a new release is applied.
    endings.push(...(await Promise.all(services.map((name) => fleets[name].restart()))).flat());
  });
  expect(endings.map(({ code }) => code)).toEqual(Array(services.length * copies * rounds).fill(0));
  expect(Math.max(...endings.map(({ seconds }) => seconds))).toBeLessThan(deadlineSeconds);

  await judge('5 rolling restart', restarted);

  const killed = await duringVisits(kinds.slice(1), kills, async () => {
    // Another process is ready already: on a busy machine a start takes longer than the gateway's retries.
    await Promise.all([fleets.ingest, fleets.account].map(({ restart }) => restart('SIGKILL')));
  });
  await judge('17 ingest and account killed beside others', killed);
});

it.runIf(isFullRun)(
  'turns nobody away and loses nothing when the only ingest and the only account are killed behind the gateway',
  { timeout: testTimeoutMs },
  async () => {
    const house = await startFleets(1);
    const { untilMore, judge } = await startLoad(house, '17 the only ingest, the only account killed', {
      to: 'gateway',
    });
    await untilMore();
    for (const fleet of [house.fleets.ingest, house.fleets.account]) {
      for (let kill = 0; kill < kills; kill += 1) {
        await fleet.kill();
        await untilMore();
      }
    }
    await judge(nothing);
  },
);
