import type { PersonCounts } from '@inlet/contracts/erasures';
import { mailSchema } from '@inlet/contracts/mail';
import { createAddressHashes, suppressedNames } from '@inlet/crypto/address-hash';
import { runOn } from '@inlet/db/run-sql';
import { mailboxOf } from '@inlet/mail/mailbox-of';
import { jobs } from '@inlet/queue/jobs';
import { jobsReadAtOnce, openQueuedJobs, queuedStates } from '@inlet/queue/queued-jobs';
import { isMailAbout, isTheirs } from '@inlet/submissions/people/match-texts';
import type { AddressMatcher } from '@inlet/submissions/people/matcher';
import { attemptsStart, scanAttempts } from '@inlet/submissions/people/scan-attempts';
import {
  countDeliveries,
  countSuppressions,
  findPendingMails,
  findSetAside,
  findTargets,
} from '#erasure/people.store.ts';
import type { Resources } from '#resources.ts';

type TraceDeps = Pick<Resources, 'database' | 'redis' | 'keys' | 'config'>;

export interface Traced {
  readonly userId: string;
  readonly forms: readonly string[];
  /** The person's submissions. */
  readonly ids: readonly string[];
  readonly address: string;
  readonly matcher: AddressMatcher;
}

/** Each may have a megabyte. */
const readAtOnce = 20;
const lowestId = '00000000-0000-0000-0000-000000000000';

/** Other data about a person besides the submissions. */
export async function countTraces(
  deps: TraceDeps,
  traced: Traced,
): Promise<Omit<PersonCounts, 'submissions' | 'files' | 'notes'>> {
  const { pool } = deps.database;
  const { address } = traced;
  const hashes = createAddressHashes(deps.config.ENCRYPTION_KEYS);
  const names = [address, mailboxOf(address)].flatMap((each) => suppressedNames(hashes, each));
  let [deliveries, attempts] = [0, 0];
  for (const targetId of await findTargets(pool, traced.forms)) {
    deliveries += await countDeliveries(pool, targetId, traced.ids);
    attempts += await countAttempts(deps, traced, targetId);
  }
  return {
    deliveries,
    attempts,
    deadSubmissions: await countSetAside(deps, traced),
    mails: await countMails(deps, traced),
    suppressions: await countSuppressions(pool, [...new Set(names)]),
  };
}

async function countAttempts({ database }: TraceDeps, { ids, matcher }: Traced, targetId: string): Promise<number> {
  let count = 0;
  for (let from: typeof attemptsStart | null = attemptsStart; from !== null; ) {
    const start: typeof attemptsStart = from;
    const piece = await scanAttempts(runOn(database.pool), { targetId, matcher, of: { listed: ids } }, start);
    count += piece.ids.length;
    from = piece.next;
  }
  return count;
}

async function countSetAside({ database }: TraceDeps, { forms, matcher }: Traced): Promise<number> {
  let count = 0;
  for (let after: string | undefined = lowestId; after !== undefined; ) {
    const rows = await findSetAside(database.pool, forms, after, readAtOnce);
    count += rows.filter(({ payload }) => isTheirs(JSON.parse(payload.toString()), matcher)).length;
    after = rows.length === readAtOnce ? rows.at(-1)?.id : undefined;
  }
  return count;
}

async function countMails({ database, redis, keys }: TraceDeps, { forms, matcher }: Traced): Promise<number> {
  const isAbout = (given: unknown) => {
    const mail = mailSchema.safeParse(given).data;
    return mail?.formId !== undefined && forms.includes(mail.formId) && isMailAbout(mail, matcher);
  };
  const found = new Set<string>();
  for (let after: string | undefined = lowestId; after !== undefined; ) {
    const rows = await findPendingMails(database.pool, forms, after, readAtOnce);
    for (const { id, mail } of rows) if (isAbout(mail)) found.add(id);
    after = rows.length === readAtOnce ? rows.at(-1)?.id : undefined;
  }
  const queue = openQueuedJobs(redis, keys, jobs['send-mail'].queue);
  const ids = await queue.ids(queuedStates);
  for (let first = 0; first < ids.length; first += jobsReadAtOnce) {
    for (const { id, data } of await queue.read(ids.slice(first, first + jobsReadAtOnce))) {
      if (isAbout(JSON.parse(data))) found.add(id);
    }
  }
  return found.size;
}
