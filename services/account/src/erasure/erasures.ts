import {
  type Erasure,
  type ErasureList,
  erasureContext,
  erasuresListed,
  mentionsMax,
  type PersonCounts,
} from '@inlet/contracts/erasures';
import { type AddressHashes, createAddressHashes } from '@inlet/crypto/address-hash';
import type { Sealing } from '@inlet/crypto/sealing';
import type { MentionRef } from '@inlet/submissions/people/mention-ref';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#access/audit/record-audit.ts';
import { lockAccount } from '#access/lock-account.ts';
import { findErasures, findUnfinished, insertErasure } from '#erasure/erasures.store.ts';
import { findForms } from '#erasure/people.store.ts';
import { showMentions } from '#erasure/show-mentions.ts';
import type { ShownErasure } from '#erasure/shown-erasure.ts';
import type { Resources } from '#resources.ts';

type ErasureDeps = Pick<Resources, 'database' | 'config'> & { readonly sealing: Sealing };

/** Asks the worker to erase an address, and returns the id of the erasure. One that is under way is asked for once. */
export async function requestErasure(
  { database, config, sealing }: ErasureDeps,
  actor: Actor,
  email: string,
  hashes: AddressHashes = createAddressHashes(config.ENCRYPTION_KEYS),
): Promise<string> {
  const { userId } = actor;
  return database.prisma.$transaction(async (tx) => {
    await lockAccount(tx, userId);
    const unfinished = await findUnfinished(tx, userId, hashes.allOf(userId, email));
    if (unfinished !== null) return unfinished;
    const id = uuidv7();
    const sealed = sealing.seal(email, erasureContext(id));
    await insertErasure(tx, { id, userId, addressHash: hashes.of(userId, email), sealed });
    await recordAudit(tx, actor, 'erasure.requested', { erasureId: id });
    return id;
  });
}

export async function listErasures({ database }: ErasureDeps, userId: string): Promise<ErasureList> {
  return { erasures: (await findErasures(database.prisma, userId, erasuresListed)).map(summaryOf) };
}

export async function readErasure({ database }: ErasureDeps, erasure: ShownErasure): Promise<Erasure> {
  const refs = (erasure.mentions as unknown as MentionRef[]).slice(0, mentionsMax);
  const forms = await findForms(database.pool, erasure.userId, null);
  const mentions = await showMentions(database.pool, forms, refs);
  return { ...summaryOf(erasure), mentions, receipt: erasure.receipt };
}

/** All data about an account's erasures, for its export. */
export async function readAllErasures({ database }: Pick<ErasureDeps, 'database'>, userId: string) {
  const all = await findErasures(database.prisma, userId);
  return all.map((erasure) => ({ ...summaryOf(erasure), receipt: erasure.receipt }));
}

const noCounts: PersonCounts = {
  submissions: 0,
  files: 0,
  notes: 0,
  deliveries: 0,
  attempts: 0,
  deadSubmissions: 0,
  mails: 0,
  suppressions: 0,
};

function summaryOf({ id, state, requestedAt, finishedAt, counts, mentionCount }: ShownErasure) {
  return {
    id,
    state: state as Erasure['state'],
    requestedAt: requestedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    counts: { ...noCounts, ...(counts as Partial<PersonCounts>) },
    mentionCount,
  };
}
