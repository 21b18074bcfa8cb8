import { ageOfBackups, lateAfterSeconds } from '#backup/backup-schedule.ts';
import { type Finding, fault, fine, reasonOf, warning } from '#doctor/finding.ts';

const hourSeconds = 3_600;
const hours = (seconds: number) => `${(seconds / hourSeconds).toFixed(1)} hours`;

/** Checks that scheduled backups are written when they are due. */
export async function lookAtBackups(folder: string): Promise<Finding[]> {
  try {
    const age = await ageOfBackups(folder);
    if (age === null) {
      const next = 'Start the profile `backup` of compose, or make sure of others (docs/runbooks/restoring.md).';
      return [warning(`No backups are scheduled in ${folder}`, next)];
    }
    const { ageSeconds, everySeconds } = age;
    const says = `The newest backup is ${hours(ageSeconds)} old, and one is due every ${hours(everySeconds)}`;
    const isLate = ageSeconds > everySeconds + lateAfterSeconds;
    return [isLate ? fault(says, 'docs/runbooks/backup-old.md') : fine(says)];
  } catch (error) {
    return [fault(`The backups in ${folder} cannot be read: ${reasonOf(error)}`, 'docs/runbooks/backup-old.md')];
  }
}
