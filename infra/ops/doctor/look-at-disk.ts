import { statfs } from 'node:fs/promises';
import { ledgerFault } from '@inlet/erasure/ledger';
import { type Finding, fault, fine, reasonOf, warning } from '#doctor/finding.ts';
import { roomOf, type Volumes } from '#watch/volumes.ts';

const bytesPerGigabyte = 1e9;
/** With less, the next large batch, or PostgreSQL's own log, may not fit any more. */
const faultGigabytes = 1;
const warningGigabytes = 5;
const makeRoom = 'Make room or give the disk more; a full one makes ingest answer 503.';

/** Shares of a volume. The alert DiskNearlyFull fires at the larger one. */
const faultShare = 0.05;
const warningShare = 0.15;

/** Checks the free space of each volume of the stores. */
export async function lookAtVolumes(volumes: Volumes): Promise<Finding[]> {
  return Promise.all(
    [...volumes].map(async ([name, folder]) => {
      try {
        return judgeVolume(name, await roomOf(folder));
      } catch (error) {
        return warning(`The volume of ${name} cannot be seen: ${reasonOf(error)}`, `Mount it at ${folder}.`);
      }
    }),
  );
}

export function judgeVolume(name: string, { size, free }: { size: number; free: number }): Finding {
  const says = `The volume of ${name} has ${(free / bytesPerGigabyte).toFixed(1)} of ${(size / bytesPerGigabyte).toFixed(1)} GB left`;
  const next = 'docs/runbooks/disk-nearly-full.md';
  if (free < size * faultShare) return fault(says, next);
  return free < size * warningShare ? warning(says, next) : fine(says);
}

/** Checks the free space of the disk with the data. */
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

/** Checks that erasures can be recorded outside the database: otherwise a restore brings the data back. */
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
