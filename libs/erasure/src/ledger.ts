import { existsSync } from 'node:fs';
import { access, constants, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '@inlet/process/sync-folder';
import * as z from 'zod';

const lineSchema = z.object({
  /** The id of the erasure. */
  id: z.uuid(),
  /** The account that owned the forms. */
  account: z.uuid(),
  /** The HMAC of the account and the address. */
  address: z.string().regex(/^[\w-]{43}$/),
  requestedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
});
/** A completed erasure. It holds no address, and without ENCRYPTION_KEYS the address cannot be recovered. */
export type LedgerLine = z.infer<typeof lineSchema>;

/** Only its owner may read it. */
const fileMode = 0o600;

/** Appends a line, and resolves when it is on disk. */
export async function appendToLedger(path: string, line: LedgerLine): Promise<void> {
  const isNew = !existsSync(path);
  const file = await open(path, 'a', fileMode);
  try {
    // The leading line break ends a line that a crash cut off. A single write keeps the lines of two workers apart.
    await file.write(`\n${JSON.stringify(line)}`);
    await file.sync();
  } finally {
    await file.close();
  }
  if (isNew) await syncFolder(dirname(path));
}

/**
 * Reads every erasure in the ledger once; returns none if there is no ledger yet. Lines that were cut off do not count.
 */
export async function readLedger(path: string): Promise<LedgerLine[]> {
  if (!existsSync(path)) return [];
  const lines = (await readFile(path, 'utf8')).split('\n').flatMap((text) => parseLine(text) ?? []);
  return [...new Map(lines.map((line) => [line.id, line])).values()];
}

/** Returns why the ledger cannot be written, or null if it can. */
export async function ledgerFault(path: string): Promise<string | null> {
  const subject = existsSync(path) ? path : dirname(path);
  return access(subject, constants.W_OK).then(
    () => null,
    (error: NodeJS.ErrnoException) => `${subject}: ${error.code ?? error.message}`,
  );
}

function parseLine(text: string): LedgerLine | undefined {
  try {
    return lineSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
