import { randomFrom } from '@inlet/bench/spam-quality/shuffled';
import { systemPlan } from '@inlet/contracts/plans';
import type { Fleets } from '@inlet/local/fleet/fleets.test-setup';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { buildUser } from '@inlet/testing/build-user';
import { expect } from 'vitest';
import { addForm, countsOf, type House } from '#house/house.test-setup.ts';
import { createLedger, reportFault } from '#house/ledger.ts';
import { isFullRun, proofSeed } from '#house/run-settings.ts';
import { startVisits, usualRestMs } from '#house/visitors.test-setup.ts';

export type Load = Awaited<ReturnType<typeof startLoad>>;

interface Wish {
  /** The plan of the form's owner; by default one without a limit. */
  readonly plan?: string;
  /** The lane of the form's owner; by default lane 0. */
  readonly lane?: number;
  readonly visitors?: number;
  /** The service that visitors send to; by default ingest. */
  readonly to?: 'ingest' | 'gateway';
  /** In the short form: a visitor's rest between two requests, and the answers that `untilMore` waits for. */
  readonly restMs?: number;
  readonly answers?: number;
}

/** Responses that visitors may get besides an acknowledgement. */
export const tryLater = /: 503 /;
/**
 * Ingest returns "try later" only after seconds; the short form runs beside other tests, where a delay of a second
 * proves nothing.
 */
export const nothing = isFullRun ? /^nothing$/ : tryLater;
/** Visitors do not notice a delay below this. The short form runs beside other tests and measures no time. */
export const unnoticedMs = isFullRun ? 250 : Number.POSITIVE_INFINITY;

/** The rate of all visitors per second, in the full form. */
const perSecond = 60;
const usualSeconds = 5;
/** For the short form, however long the full form waits. */
const fewAnswers = 60;
const goOnWithinMs = 60_000;
/** Ingest tries to connect at least once a second. The short form runs on a machine that is busy with other tests. */
const backWithinMs = isFullRun ? 5_000 : 60_000;
/** The timeout of ingest is two and a half seconds. */
const answerWithinMs = isFullRun ? 2_500 : Number.POSITIVE_INFINITY;

/** Visitors of one form, who send continuously, and a ledger of their acknowledgements. */
export async function startLoad(house: House & Partial<Pick<Fleets, 'fleets'>>, name: string, wish: Wish = {}) {
  const { plan = systemPlan, lane = 0, visitors = 8, to = 'ingest', restMs = usualRestMs, answers = fewAnswers } = wish;
  const owner = await buildUser(house.database.prisma, { plan, lane });
  const form = await addForm(house, { userId: owner.id });
  const ledger = createLedger();
  const random = randomFrom(Number(proofSeed));
  const visits = startVisits(
    Array.from({ length: visitors }, () => ({
      name: 'submit',
      keepsConnection: true,
      ask: () => {
        const fields = { attempt: ledger.attempt(), text: 'x'.repeat(2_000 * random() ** 3) };
        const isJson = random() < 0.7;
        const key = random() < 0.2 && { 'idempotency-key': String(fields.attempt) };
        return {
          url: `${house.urls[to]}/f/${form.endpointId}`,
          method: 'POST',
          headers: { 'content-type': isJson ? 'application/json' : 'application/x-www-form-urlencoded', ...key },
          body: isJson ? JSON.stringify(fields) : `attempt=${fields.attempt}&text=${fields.text}`,
        };
      },
      heard: (body) => ledger.acknowledge(JSON.parse(body).submissionId),
    })),
    // Exponential pauses, because visitors arrive at random.
    isFullRun
      ? { waits: false, restMs: () => -Math.log(1 - random()) * ((1_000 * visitors) / perSecond) }
      : { restMs: () => restMs },
  );
  return {
    form,
    visits,
    attempted: ledger.attempted,
    /**
     * Waits for further responses, so that a fault has time to take effect, or to heal; the full form waits this long.
     */
    untilMore: async (seconds = usualSeconds) => {
      const timeoutMs = seconds * 1_000 + goOnWithinMs;
      await visits.untilMore(isFullRun ? seconds * perSecond : answers, timeoutMs, name);
    },
    /** Waits until a visitor gets a refusal that matches. */
    untilFailures: async (how = /./) => {
      const isFelt = () => [...visits.failures.keys()].some((failure) => how.test(failure));
      await waitUntil(isFelt, { timeoutMs: goOnWithinMs, what: `${name} to be felt` });
    },
    /**
     * Ends the load, waits until everything is stored, and compares the acknowledged submissions with the stored ones;
     * it reports submissions in excess of a monthly limit.
     */
    judge: async (excuses: RegExp, p99MaxMs = answerWithinMs, limit = Number.POSITIVE_INFINITY) => {
      await visits.stop();
      const fallen = Object.values(house.fleets ?? {}).flatMap((fleet) => fleet.fallen());
      expect({ name, fallen }).toEqual({ name, fallen: [] });
      const verdict = await ledger.judge(house, form);
      const beyond = Math.max(0, verdict.acknowledged + verdict.recovered - limit);
      reportFault(name, { ...verdict, beyond }, visits, ledger);
      const excused = [...visits.failures.keys()].filter((failure) => !excuses.test(failure));
      expect({ name, excused, ...verdict }).toMatchObject({ excused: [], lost: 0, duplicated: 0, unexpected: 0 });
      expect(visits.slowestMs(), name).toBeLessThan(answerWithinMs);
      expect(visits.p99Ms(), name).toBeLessThan(p99MaxMs);
      const { rows, ...counters } = await countsOf(house, form);
      expect({ name, ...counters }).toEqual({ name, total: rows, days: rows, usage: rows });
    },
  };
}

/** Waits until ingest reports that the batches of a lane take this path. */
export async function untilPath({ urls }: Fleets, path: 'queue' | 'direct', lane = 0): Promise<void> {
  const takesIt = async () => {
    const metrics = await (await fetch(`${urls.ingest}/metrics`)).text();
    const line = metrics.split('\n').find((each) => each.startsWith(`inlet_direct_path{lane="${lane}"`));
    return line?.endsWith(path === 'direct' ? ' 1' : ' 0') === true;
  };
  const what = `batches of lane ${lane} to take the ${path} path`;
  await waitUntil(takesIt, { timeoutMs: backWithinMs, intervalMs: 20, what });
}
