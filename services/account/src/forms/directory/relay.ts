import { randomUUID } from 'node:crypto';
import type { FormNumber } from '@inlet/contracts/quotas';
import type { Database } from '@inlet/db/database';
import type { Logger } from '@inlet/process/logger';
import type { RedisConnection } from '@inlet/redis/connections';
import type { RedisKeys } from '@inlet/redis/keys';
import type { RedisWatch } from '@inlet/redis/redis-watch';
import { monthOf } from '@inlet/submissions/months';
import {
  entriesAtOnce,
  findAfter,
  findAnnounced,
  findByEndpointIds,
  forgetAnnounced,
  hasAnnounced,
  lockDirectory,
  type OwnedForm,
  toEntry,
} from '#forms/directory/directory.store.ts';
import { allOf } from '#plan/counters/by-lane.ts';
import type { FormCounters } from '#plan/counters/form-counters.ts';
import type { MonthCounters } from '#plan/counters/month-counters.ts';
import type { Plans } from '#plan/plans.ts';
import type { Resources } from '#resources.ts';

export interface DirectoryRelay {
  /** Writes announced changes to Redis now. It never fails: the next look retries. */
  readonly deliver: () => Promise<void>;
  /** Delivers remaining changes, and writes the whole directory if Redis lacks it. */
  readonly look: () => Promise<void>;
  /** Resolves when no delivery is running. */
  readonly idle: () => Promise<void>;
}

/** Dependencies of work that announces a change of a form. */
export interface FormDeps extends Pick<Resources, 'database' | 'plans'> {
  readonly relay: Pick<DirectoryRelay, 'deliver'>;
}

export interface RelayOptions {
  readonly database: Database;
  readonly redis: RedisConnection;
  readonly redisWatch: Pick<RedisWatch, 'confirm'>;
  readonly keys: RedisKeys;
  readonly plans: Plans;
  readonly logger: Logger;
  readonly monthCounters: MonthCounters;
  readonly formCounters: FormCounters;
}

/** Copies the forms from the database, the source of truth, to Redis, where ingest reads them. */
export function createDirectoryRelay(options: RelayOptions): DirectoryRelay {
  const { redis, keys, logger } = options;
  let last: Promise<void> = Promise.resolve();
  const counting = new Set<Promise<void>>();

  async function deliverForms(): Promise<OwnedForm[]> {
    try {
      let forms: OwnedForm[] | null;
      do forms = await deliverPage(options);
      while (forms === null);
      return forms;
    } catch (err) {
      logger.warn({ err }, 'form directory: update failed');
      return [];
    }
  }

  /** The first visitor of a new account, or of a form with a number, does not have to wait for its counter. */
  async function makeCounters(forms: readonly OwnedForm[]): Promise<void> {
    const month = monthOf(Date.now());
    const months = forms.map(({ userId }) => ({ userId, month }));
    try {
      await allOf([options.monthCounters.make(months), options.formCounters.make(forms.flatMap(numberOf))]);
    } catch (err) {
      logger.warn({ err }, 'form directory: counters could not be created');
    }
  }

  /**
   * One at a time: a delivery that begins after a commit is sure to see it. The next one does not wait for the counters,
   * whose lane may be away.
   */
  function begin(): { readonly written: Promise<void>; readonly counted: Promise<void> } {
    const delivered = last.then(deliverForms);
    last = delivered.then(() => undefined);
    const counted = delivered.then(makeCounters).finally(() => counting.delete(counted));
    counting.add(counted);
    return { written: last, counted };
  }

  async function look(): Promise<void> {
    if (await hasAnnounced(options.database)) await begin().written;
    if ((await redis.exists(keys.formsComplete)) === 0) await rebuild(options);
  }

  return {
    deliver: () => begin().counted,
    look,
    idle: async () => void (await Promise.all([last, ...counting])),
  };
}

function numberOf({ id: formId, maxSubmissions, maxSubmissionsVersion: version }: OwnedForm): FormNumber[] {
  return maxSubmissions === null ? [] : [{ formId, version }];
}

/** Delivers what was announced first, and returns the forms; null if there may be more. */
function deliverPage({ database, redis, redisWatch, keys, plans }: RelayOptions): Promise<OwnedForm[] | null> {
  return database.prisma.$transaction(async (tx) => {
    await lockDirectory(tx);
    const announced = await findAnnounced(tx);
    if (announced.length === 0) return [];
    const endpointIds = [...new Set(announced.map(({ key }) => key))];
    const forms = new Map((await findByEndpointIds(tx, endpointIds)).map((form) => [form.endpointId, form]));
    const commands = redis.pipeline();
    for (const endpointId of endpointIds) {
      const form = forms.get(endpointId);
      if (form) commands.set(keys.form(endpointId), JSON.stringify(toEntry(plans, form)));
      else commands.del(keys.form(endpointId));
      commands.publish(keys.formChanges, endpointId);
    }
    await send(commands);
    // Otherwise a replica that takes over without the change would keep a closed form open.
    await redisWatch.confirm();
    await forgetAnnounced(
      tx,
      announced.map(({ id }) => id),
    );
    return announced.length === entriesAtOnce ? null : [...forms.values()];
  });
}

/** Sets the mark only if the token of this rebuild still exists. KEYS: token, mark. ARGV: the token's value. */
const completeScript = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[2], '1')
redis.call('DEL', KEYS[1])
return 1`;

/**
 * Writes every form, for a Redis that has lost them; then says that nothing is missing. A Redis that lost its data in
 * the middle of it has lost the token as well; then, or when another process has started again, nothing is said and the
 * loop tries again.
 */
async function rebuild({ database, redis, keys, plans, logger }: RelayOptions): Promise<void> {
  const token = randomUUID();
  await redis.set(keys.formsRebuild, token);
  let after: string | null = null;
  let count = 0;
  let page: OwnedForm[];
  do {
    page = await database.prisma.$transaction(async (tx) => {
      await lockDirectory(tx);
      const forms = await findAfter(tx, after);
      const commands = redis.pipeline();
      for (const form of forms) commands.set(keys.form(form.endpointId), JSON.stringify(toEntry(plans, form)));
      await send(commands);
      return forms;
    });
    after = page.at(-1)?.id ?? null;
    count += page.length;
  } while (page.length === entriesAtOnce);
  const isComplete = await redis.eval(completeScript, 2, keys.formsRebuild, keys.formsComplete, token);
  if (isComplete === 1) logger.info({ forms: count }, 'form directory: complete');
  else logger.warn({ forms: count }, 'form directory: rebuild interrupted, will be retried');
}

async function send(commands: ReturnType<RedisConnection['pipeline']>): Promise<void> {
  const replies = await commands.exec();
  const failed = replies?.find(([error]) => error !== null);
  if (failed?.[0]) throw failed[0];
}
