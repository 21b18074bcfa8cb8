import { endpointIdPattern, type FormEntry, formEntrySchema } from '@inlet/contracts/form-directory';
import { compileOriginRule, type OriginRule } from '@inlet/contracts/origins';
import { unavailable } from '@inlet/http/errors';
import { inTime, late } from '@inlet/process/in-time';
import type { Logger } from '@inlet/process/logger';
import type { RedisConnection } from '@inlet/redis/connections';
import type { RedisKeys } from '@inlet/redis/keys';
import { watchConnection } from '@inlet/redis/watch-connection';
import { LRUCache } from 'lru-cache';
import type { AccountQuestions } from '#forms/ask-account.ts';
import { redisTimeoutMs } from '#paths/path-switch.ts';

/** A form as the endpoint needs it: its entry, and its origins ready to be asked. */
export interface KnownForm extends FormEntry {
  readonly allows: OriginRule;
}

export type FormDirectory = ReturnType<typeof openFormDirectory>;

export interface FormDirectoryOptions {
  readonly redis: RedisConnection;
  readonly subscriber: RedisConnection;
  readonly keys: RedisKeys;
  readonly account: Pick<AccountQuestions, 'form'>;
  readonly logger: Logger;
  /** True while Redis is not asked. */
  readonly isRedisAway: () => boolean;
  /** How often the subscriber connection is checked. */
  readonly lookEveryMs?: number;
  /** Characters of the forms that are kept in memory. */
  readonly charactersKept?: number;
}

interface Copy {
  readonly form: KnownForm | null;
  readonly readAtMs: number;
}

/** Forms kept in memory: about a kilobyte each, so some 50 MB. */
const formsKept = 50_000;
/** Characters of all of them. A form with long lists or texts has some 30,000, and 50,000 of these would not fit. */
const mostCharactersKept = 50_000_000;
/**
 * A change is announced at once, and a silent connection is detected, so a copy stays correct. Reading each
 * form again every ten seconds took an eighth of the time of a process with 10,000 forms.
 */
const lifetimeMs = 600_000;
const resolutionMs = 1_000;
/**
 * While changes may be missed, as in an outage of Redis: a copy is read again when it is older than this, and used
 * meanwhile. Changes are usually proven to have arrived four seconds ago at most.
 */
const refreshAfterMs = 5_000;
/** A form that was switched off accepts nothing after this time. */
const trustedMs = 10_000;
/** Unless account does not answer either: then a copy is better than no form. */
const usableMs = 60_000;
/** After account did not respond, no request waits for it for this long. */
const accountRestMs = 2_000;

/** The directory as ingest sees it: memory, then Redis, then account once. */
export function openFormDirectory(options: FormDirectoryOptions) {
  const known = new LRUCache<string, Copy>({
    max: formsKept,
    maxSize: options.charactersKept ?? mostCharactersKept,
    sizeCalculation: ({ form }) => JSON.stringify(form).length,
    ttl: lifetimeMs,
    // The accuracy of the lifetime; the time is not read for each request.
    ttlResolution: resolutionMs,
  });
  const loading = new Map<string, Promise<KnownForm | null>>();

  listenForChanges(options, (endpointId) => {
    known.delete(endpointId);
    // A read under way may predate the change: its callers get the result, but it is not kept.
    loading.delete(endpointId);
  });
  function forgetAll(): void {
    known.clear();
    loading.clear();
  }
  // Messages during an outage of the subscriber are lost, so all copies are dropped at its end, including those read
  // before Redis has subscribed again. Redis answers in order, so this answer comes after that moment.
  options.subscriber.on('ready', () => {
    forgetAll();
    options.subscriber.ping().then(forgetAll, () => undefined);
  });
  const watch = watchConnection(options.subscriber, options.lookEveryMs);
  let failedAtMs = Number.NEGATIVE_INFINITY;

  function load(endpointId: string): Promise<KnownForm | null> {
    const underWay = loading.get(endpointId);
    if (underWay) return underWay;
    const readAtMs = performance.now();
    const read = readForm(endpointId, options)
      .catch((err: unknown) => {
        failedAtMs = performance.now();
        options.logger.warn({ err }, 'form directory: read failed');
        throw unavailable();
      })
      .then((form) => {
        if (loading.get(endpointId) === read) known.set(endpointId, { form, readAtMs });
        return form;
      })
      .finally(() => {
        if (loading.get(endpointId) === read) loading.delete(endpointId);
      });
    loading.set(endpointId, read);
    return read;
  }

  /** A copy that may have missed a change: it is read again, and waited for when it is too old. */
  function renew(endpointId: string, { form }: Copy, ageMs: number): KnownForm | null | Promise<KnownForm | null> {
    const renewed = load(endpointId);
    const isUsable = ageMs < usableMs;
    if (ageMs < trustedMs || (isUsable && performance.now() - failedAtMs < accountRestMs)) {
      renewed.catch(() => undefined);
      return form;
    }
    return isUsable ? renewed.catch(() => form) : renewed;
  }

  return {
    /** Returns the form behind an endpoint, active or not, or null. Fails when neither Redis nor account answers. */
    find: (endpointId: string): KnownForm | null | Promise<KnownForm | null> => {
      if (!endpointIdPattern.test(endpointId)) return null;
      const copy = known.get(endpointId);
      if (!copy) return load(endpointId);
      const ageMs = performance.now() - Math.max(copy.readAtMs, watch.provenAtMs());
      return ageMs < refreshAfterMs ? copy.form : renew(endpointId, copy, ageMs);
    },
    close: watch.close,
  };
}

async function readForm(endpointId: string, options: FormDirectoryOptions): Promise<KnownForm | null> {
  const askAccount = async () => {
    const entry = await options.account.form(endpointId);
    return entry && know(entry);
  };
  if (options.isRedisAway()) {
    // It may be back already.
    return askAccount().catch(async (err: unknown) => {
      const found = await askRedis(endpointId, options);
      if (found === undefined) throw err;
      return found;
    });
  }
  const found = await askRedis(endpointId, options);
  return found === undefined ? askAccount() : found;
}

/** Undefined where Redis does not know: the directory is not complete, or there is no answer in time. */
async function askRedis(
  endpointId: string,
  { redis, keys, logger }: FormDirectoryOptions,
): Promise<KnownForm | null | undefined> {
  try {
    const found = await inTime(redis.mget(keys.form(endpointId), keys.formsComplete), redisTimeoutMs);
    const [text, complete] = found === late ? [] : found;
    if (text) return know(formEntrySchema.parse(JSON.parse(text)));
    return complete ? null : undefined;
  } catch (err) {
    logger.debug({ err }, 'form directory: account is asked, because Redis does not answer');
    return undefined;
  }
}

function know(entry: FormEntry): KnownForm {
  return { ...entry, allows: compileOriginRule(entry.allowedOrigins) };
}

function listenForChanges({ subscriber, keys, logger }: FormDirectoryOptions, drop: (id: string) => void): void {
  subscriber.on('message', (_channel, endpointId) => drop(endpointId));
  subscriber
    .subscribe(keys.formChanges)
    .catch((err: unknown) => logger.warn({ err }, 'form directory: subscription failed'));
}
