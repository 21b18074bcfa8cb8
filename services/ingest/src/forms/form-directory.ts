import { endpointIdPattern, type FormEntry, formEntrySchema } from '@inlet/contracts/form-directory';
import { compileOriginRule, type OriginRule } from '@inlet/contracts/origins';
import type { RedisConnection } from '@inlet/redis/connections';
import type { RedisKeys } from '@inlet/redis/keys';
import { unavailable } from '@inlet/service/http-error';
import type { Logger } from '@inlet/service/logger';
import { LRUCache } from 'lru-cache';
import type { AccountQuestions } from '#forms/ask-account.ts';
import { watchConnection } from '#forms/watch-connection.ts';

/** A form as the endpoint needs it: its entry, and its origins ready to be asked. */
export interface KnownForm extends FormEntry {
  readonly allows: OriginRule;
}

export interface FormDirectory {
  /** The form behind an endpoint, active or not, or null. Fails when neither Redis nor account answers. */
  readonly find: (endpointId: string) => KnownForm | null | Promise<KnownForm | null>;
  readonly close: () => void;
}

export interface FormDirectoryOptions {
  readonly redis: RedisConnection;
  readonly subscriber: RedisConnection;
  readonly keys: RedisKeys;
  readonly account: AccountQuestions;
  readonly logger: Logger;
  /** How often the subscriber connection is checked. */
  readonly lookEveryMs?: number;
}

/** Forms kept in memory: about a kilobyte each, so some 50 MB at the most. */
const formsKept = 50_000;
/**
 * A change is announced at once, and a silent connection is detected, so a copy stays correct. Reading each
 * form again every ten seconds took an eighth of the time of a process with 10,000 forms.
 */
const lifetimeMs = 600_000;
const resolutionMs = 1_000;

/** The directory as ingest sees it: memory, then Redis, then account once. */
export function openFormDirectory(options: FormDirectoryOptions): FormDirectory {
  const known = new LRUCache<string, { readonly form: KnownForm | null }>({
    max: formsKept,
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
  // Messages during an outage of the subscriber are lost, so all copies are dropped, including those read before
  // Redis has subscribed again. Redis answers in order, so this answer comes after that moment.
  options.subscriber.on('ready', () => {
    forgetAll();
    options.subscriber.ping().then(forgetAll, () => undefined);
  });
  const watch = watchConnection(options.subscriber, forgetAll, options.lookEveryMs);

  function load(endpointId: string): Promise<KnownForm | null> {
    const underWay = loading.get(endpointId);
    if (underWay) return underWay;
    const read = readForm(endpointId, options)
      .catch((err: unknown) => {
        options.logger.warn({ err }, 'form directory: read failed');
        throw unavailable();
      })
      .then((form) => {
        if (loading.get(endpointId) === read) known.set(endpointId, { form });
        return form;
      })
      .finally(() => {
        if (loading.get(endpointId) === read) loading.delete(endpointId);
      });
    loading.set(endpointId, read);
    return read;
  }

  return {
    find: (endpointId) => {
      if (!endpointIdPattern.test(endpointId)) return null;
      const cached = known.get(endpointId);
      return cached ? cached.form : load(endpointId);
    },
    close: watch.close,
  };
}

async function readForm(endpointId: string, options: FormDirectoryOptions): Promise<KnownForm | null> {
  const { redis, keys, account } = options;
  const [text, complete] = await redis.mget(keys.form(endpointId), keys.formsComplete);
  if (text) return know(formEntrySchema.parse(JSON.parse(text)));
  if (complete) return null;
  const entry = await account.form(endpointId);
  return entry && know(entry);
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
