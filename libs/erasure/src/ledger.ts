import { existsSync } from 'node:fs';
import { access, constants, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '@inlet/process/sync-folder';
import * as z from 'zod';

const lineSchema = z.object({
  /** The id of the erasure. */
  id: z.uuid(),
  /** The account whose forms it was about. */
  account: z.uuid(),
  /** The HMAC of the account and the address. */
  address: z.string().regex(/^[\w-]{43}$/),
  requestedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
});
/** An erasure that was done. It names no address, and without ENCRYPTION_KEYS it tells nobody which one it was. */
export type LedgerLine = z.infer<typeof lineSchema>;

/** Only its owner may read it. */
const fileMode = 0o600;

/** Appends a line, and resolves when it is on disk. */
export async function appendToLedger(path: string, line: LedgerLine): Promise<void> {
  const isNew = !existsSync(path);
  const file = await open(path, 'a', fileMode);
  try {
    // The line break in front ends a line that was cut off by a crash. One write, so that two workers' lines stay
    // apart.
    await file.write(`\n${JSON.stringify(line)}`);
    await file.sync();
  } finally {
    await file.close();
  }
  if (isNew) await syncFolder(dirname(path));
}

/** Every erasure of the ledger, once each; none where there is no ledger yet. A line that was cut off never counted. */
export async function readLedger(path: string): Promise<LedgerLine[]> {
  if (!existsSync(path)) return [];
  const lines = (await readFile(path, 'utf8')).split('\n').flatMap((text) => parseLine(text) ?? []);
  return [...new Map(lines.map((line) => [line.id, line])).values()];
}

/** Why the ledger cannot be written; null where it can. */
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
