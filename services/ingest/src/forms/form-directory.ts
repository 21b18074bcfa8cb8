import { endpointIdPattern, formEntrySchema } from '@inlet/contracts/form-directory';
import { type KnownForm, knowForm } from '@inlet/endpoint/known-form';
import { unavailable } from '@inlet/http/errors';
import { inTime, late } from '@inlet/process/in-time';
import type { Logger } from '@inlet/process/logger';
import type { RedisConnection } from '@inlet/redis/connections';
import type { RedisKeys } from '@inlet/redis/keys';
import { watchConnection } from '@inlet/redis/watch-connection';
import { LRUCache } from 'lru-cache';
import type { AccountQuestions } from '#forms/ask-account.ts';
import { redisTimeoutMs } from '#paths/path-switch.ts';

export type FormDirectory = ReturnType<typeof openFormDirectory>;

export interface FormDirectoryOptions {
  readonly redis: RedisConnection;
  readonly subscriber: RedisConnection;
  readonly keys: RedisKeys;
  readonly account: Pick<AccountQuestions, 'form'>;
  readonly logger: Logger;
  /** True while Redis is not in use. */
  readonly isRedisAway: () => boolean;
  /** The interval at which the subscriber connection is checked. */
  readonly lookEveryMs?: number;
  /** The size of the forms in memory, in characters. */
  readonly charactersKept?: number;
}

interface Copy {
  readonly form: KnownForm | null;
  readonly readAtMs: number;
}

/** The number of forms in memory: about a kilobyte each, so some 50 MB. */
const formsKept = 50_000;
/**
 * Their total size in characters. A form with long lists or texts has some 30,000, and 50,000 of these would not fit.
 */
const mostCharactersKept = 50_000_000;
/** What the compiled rule of a field takes beside its text. A pattern grows with the texts that it sees, up to 90 kB. */
const ruleCharacters = 1_000;
const patternCharacters = 20_000;
/**
 * A change is announced at once, and a silent connection is detected, so a copy stays correct. Reading each form again
 * every ten seconds took an eighth of the processor time with 10,000 forms.
 */
const lifetimeMs = 600_000;
const resolutionMs = 1_000;
/**
 * While changes may be missed, as in an outage of Redis, a copy older than this is read again, and used meanwhile.
 * Usually, changes are proven to have arrived at most four seconds ago.
 */
const refreshAfterMs = 5_000;
/** A form that was switched off accepts nothing after this time. */
const trustedMs = 10_000;
/** If account does not respond either, a copy is used for this long. */
const usableMs = 60_000;
/** After account did not respond, no request waits for it for this long. */
const accountRestMs = 2_000;

/** The form directory of ingest: memory, then Redis, then a single request to account. */
export function openFormDirectory(options: FormDirectoryOptions) {
  const known = new LRUCache<string, Copy>({
    max: formsKept,
    maxSize: options.charactersKept ?? mostCharactersKept,
    sizeCalculation: ({ form }) => JSON.stringify(form).length + compiledSize(form),
    ttl: lifetimeMs,
    // The accuracy of the lifetime; the clock is not read for each request.
    ttlResolution: resolutionMs,
  });
  const loading = new Map<string, Promise<KnownForm | null>>();

  listenForChanges(options, (endpointId) => {
    known.delete(endpointId);
    // A pending read may predate the change: its callers get the result, but it is not kept.
    loading.delete(endpointId);
  });
  function forgetAll(): void {
    known.clear();
    loading.clear();
  }
  // Messages during an outage of the subscriber are lost, so all copies are dropped when it ends, including those read
  // before Redis has subscribed again. Redis replies in order, so this reply comes after that moment.
  options.subscriber.on('ready', () => {
    forgetAll();
    options.subscriber.ping().then(forgetAll, () => undefined);
  });
  const watch = watchConnection(options.subscriber, options.keys, options.lookEveryMs);
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

  /** Reads a copy again that may have missed a change, and waits for the result if the copy is too old. */
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
    /** Returns an endpoint's form, active or not, or null. Fails if neither Redis nor account responds. */
    find: (endpointId: string): KnownForm | null | Promise<KnownForm | null> => {
      if (!endpointIdPattern.test(endpointId)) return null;
      const copy = known.get(endpointId);
      if (!copy) return load(endpointId);
      const ageMs = performance.now() - Math.max(copy.readAtMs, watch.provenAtMs());
      return ageMs < refreshAfterMs ? copy.form : renew(endpointId, copy, ageMs);
    },
    /** Reads a form anew, though a copy may be in memory, which stays if that fails. Concurrent callers share the read. */
    findAnew: load,
    close: watch.close,
  };
}

async function readForm(endpointId: string, options: FormDirectoryOptions): Promise<KnownForm | null> {
  const askAccount = async () => {
    const entry = await options.account.form(endpointId);
    return entry && knowForm(entry);
  };
  if (options.isRedisAway()) {
    // Redis may be back already.
    return askAccount().catch(async (err: unknown) => {
      const found = await askRedis(endpointId, options);
      if (found === undefined) throw err;
      return found;
    });
  }
  const found = await askRedis(endpointId, options);
  return found === undefined ? askAccount() : found;
}

/** Undefined if Redis does not know: the directory is incomplete, or there is no reply in time. */
async function askRedis(
  endpointId: string,
  { redis, keys, logger }: FormDirectoryOptions,
): Promise<KnownForm | null | undefined> {
  try {
    const found = await inTime(redis.mget(keys.form(endpointId), keys.formsComplete), redisTimeoutMs);
    const [text, complete] = found === late ? [] : found;
    if (text) return knowForm(formEntrySchema.parse(JSON.parse(text)));
    return complete ? null : undefined;
  } catch (err) {
    logger.debug({ err }, 'form directory: using account, because Redis does not respond');
    return undefined;
  }
}

function compiledSize(form: KnownForm | null): number {
  if (!form?.compiledRules) return 0;
  const sizes = form.rules?.fields.map(({ pattern }) => ruleCharacters + (pattern ? patternCharacters : 0)) ?? [];
  return sizes.reduce((sum, size) => sum + size, 0);
}

function listenForChanges({ subscriber, keys, logger }: FormDirectoryOptions, drop: (id: string) => void): void {
  subscriber.on('message', (_channel, endpointId) => drop(endpointId));
  subscriber
    .subscribe(keys.formChanges)
    .catch((err: unknown) => logger.warn({ err }, 'form directory: subscription failed'));
}
