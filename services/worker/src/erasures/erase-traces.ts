import { createHash } from 'node:crypto';
import { suppressedNames } from '@inlet/crypto/address-hash';
import { mailboxOf } from '@inlet/mail/mailbox-of';
import { addCounts } from '#erasures/erasures.store.ts';
import { eraseReplyNotes, eraseTraces, findSuppressed, hashSuppressions } from '#erasures/traces.store.ts';
import { inPiece, type Work } from '#erasures/work.ts';

const readAtOnce = 10_000;

/** Erases data about the found submissions, and about the address itself. */
export async function eraseAllTraces(work: Work): Promise<void> {
  const { erasure, hashes } = work;
  await inPiece(work, (client) => eraseTraces(client, erasure.id));
  const addresses = await suppressedAddresses(work);
  const names = addresses.map((email) => ({ email, hashed: suppressedNames(hashes, email)[1] ?? '' }));
  await inPiece(work, async (client) => {
    for (const address of addresses) {
      const hash = createHash('sha256').update(mailboxOf(address)).digest();
      await eraseReplyNotes(client, erasure.userId, hash);
    }
    await addCounts(client, erasure.id, { suppressions: await hashSuppressions(client, names) });
  });
}

/** The address and its mailbox. The ledger only has hashes, so then all suppressed addresses are checked. */
async function suppressedAddresses({ pool, address, matcher }: Work): Promise<string[]> {
  if (address !== null) return [...new Set([address, mailboxOf(address)])];
  const found: string[] = [];
  for (let after: string | undefined = ''; after !== undefined; ) {
    const emails = await findSuppressed(pool, after, readAtOnce);
    found.push(...emails.filter(matcher.isAddress));
    after = emails.length === readAtOnce ? emails.at(-1) : undefined;
  }
  return found;
}
