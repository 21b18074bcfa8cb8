import { statfs } from 'node:fs/promises';
import { ledgerFault } from '@inlet/erasure/ledger';
import { type Finding, fault, fine, warning } from '#doctor/finding.ts';

const bytesPerGigabyte = 1e9;
/** Below this the next large batch, or PostgreSQL's own log, may not fit any more. */
const faultGigabytes = 1;
const warningGigabytes = 5;
const makeRoom = 'Make room or give the disk more; a full one makes ingest answer 503.';

/** How much room the disk has on which the data lies. */
export async function lookAtDisk(folder: string): Promise<Finding[]> {
  const { bavail, bsize } = await statfs(folder);
  return [judgeRoom(folder, bavail * bsize)];
}

export function judgeRoom(folder: string, freeBytes: number): Finding {
  const gigabytes = freeBytes / bytesPerGigabyte;
  const says = `The disk of ${folder} has ${gigabytes.toFixed(1)} GB left`;
  if (gigabytes < faultGigabytes) return fault(says, makeRoom);
  return gigabytes < warningGigabytes ? warning(says, makeRoom) : fine(says);
}

/** Whether what is erased can be written down outside the database: otherwise a restore brings it back. */
export async function lookAtLedger(path: string | undefined): Promise<Finding[]> {
  if (path === undefined) {
    const next = 'Set ERASURE_LEDGER of the worker to a file beside the backups (docs/runbooks/restoring.md).';
    return [warning('No ledger of erasures is kept: a restore brings back what was erased', next)];
  }
  const reason = await ledgerFault(path);
  if (reason === null) return [fine(`The ledger of erasures at ${path} can be written`)];
  const next = 'Erasures stay unfinished until it can: give the worker the right to write there, or make room.';
  return [fault(`The ledger of erasures cannot be written (${reason})`, next)];
}
