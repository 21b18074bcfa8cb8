import type { Amounts, FormNumber } from '@inlet/contracts/quotas';
import { defineCounter } from '@inlet/observe/metrics';
import { waitingOfForms } from '@inlet/queue/waiting-usage';
import type { WatchedLane } from '@inlet/redis/lanes';
import { type CountDeps, type CounterKeeper, createCounterKeeper } from '#plan/counters/counter-keeper.ts';
import { findLanesOfForms, readCounted } from '#plan/counters/form-counters.store.ts';

/** Creates and corrects the counters of forms with a number. */
export interface FormCounters extends CounterKeeper<FormNumber> {
  /**
   * Corrects the counters that this process has created, some seconds later. A process of ingest that had not yet heard
   * of the number may have queued a submission without counting it.
   */
  readonly correctNew: () => Promise<void>;
}

/** Forms in one statement. */
const namesAtOnce = 500;

export function createFormCounters(deps: CountDeps): FormCounters {
  const { database, metrics } = deps;

  async function count(
    lane: WatchedLane,
    names: readonly FormNumber[],
    receiptsOf: (name: FormNumber) => readonly string[],
  ): Promise<(FormNumber & Amounts)[]> {
    const waiting = await waitingOfForms(lane.redis, lane.keys, new Set(names.map(({ formId }) => formId)));
    const counted: (FormNumber & Amounts)[] = [];
    for (let start = 0; start < names.length; start += namesAtOnce) {
      const page = names.slice(start, start + namesAtOnce);
      const receipts = page.flatMap((name) => receiptsOf(name).map((receipt) => ({ formId: name.formId, receipt })));
      counted.push(...(await readCounted(database.pool, page, { waiting, receipts })));
    }
    return counted;
  }

  const corrected = defineCounter(
    metrics,
    'inlet_form_counters_corrected_total',
    'Counters of forms that were corrected',
  );
  let created: FormNumber[] = [];
  let older: FormNumber[] = [];
  const onMade = ({ formId, version }: FormNumber) => created.push({ formId, version });
  const findLanes = (names: readonly FormNumber[]) => findLanesOfForms(database.pool, names);
  const keeper = createCounterKeeper(deps, { keyOf, findLanes, count, corrected, onMade });

  return {
    ...keeper,
    correctNew: async () => {
      const due = older;
      older = created;
      created = [];
      if (due.length > 0) await keeper.correct(due);
    },
  };
}

const keyOf = ({ formId, version }: FormNumber) => `${formId} ${version}`;
