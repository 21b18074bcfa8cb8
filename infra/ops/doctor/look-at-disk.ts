import { statfs } from 'node:fs/promises';
import { type Finding, fault, fine, warning } from '#doctor/finding.ts';

const bytesPerGigabyte = 1e9;
/** Below this the next large batch, or PostgreSQL's own log, may not fit any more. */
const faultGigabytes = 1;
const warningGigabytes = 5;
const next = 'Make room or give the disk more; a full one makes ingest answer 503.';

/** How much room the disk has on which the data lies. */
export async function lookAtDisk(folder: string): Promise<Finding[]> {
  const { bavail, bsize } = await statfs(folder);
  return [judgeRoom(folder, bavail * bsize)];
}

export function judgeRoom(folder: string, freeBytes: number): Finding {
  const gigabytes = freeBytes / bytesPerGigabyte;
  const says = `The disk of ${folder} has ${gigabytes.toFixed(1)} GB left`;
  if (gigabytes < faultGigabytes) return fault(says, next);
  return gigabytes < warningGigabytes ? warning(says, next) : fine(says);
}
