import * as z from 'zod';
import { type BackupLines, readBackupFile } from '#backup/backup-file.ts';
import {
  type Footer,
  footerSchema,
  type Header,
  headerSchema,
  jobSchema,
  sectionSchema,
  type WaitingJob,
} from '#backup/backup-format.ts';
import { jobsCounted } from '#backup/waiting-jobs.ts';

const rowsSchema = z.array(z.string());
const jobsSchema = z.array(jobSchema);
const damaged = (what: string) => new Error(`The backup is damaged: ${what}. Nothing was restored`);

interface Taker {
  readonly takeJobs?: (jobs: WaitingJob[]) => void;
  readonly takeRows?: (table: string, rows: string[]) => Promise<void>;
}

/** Opens a backup and reads its header. */
export async function openBackup(path: string): Promise<{ header: Header; lines: BackupLines }> {
  const lines = readBackupFile(path);
  const header = headerSchema.safeParse((await next(lines)).value);
  if (!header.success) throw new Error(`${path} is no backup that this release can read`);
  return { header: header.data, lines };
}

/** Reads everything after the header. It fails if the file is truncated, or differs from what was written. */
export async function walkBackup(lines: BackupLines, { takeJobs, takeRows }: Taker = {}): Promise<Footer> {
  const counts: Record<string, number> = {};
  let table: string | null = null;
  for (;;) {
    const { value, sha256Before } = await next(lines);
    const footer = footerSchema.safeParse(value);
    if (footer.success) {
      if (footer.data.sha256 !== sha256Before) throw damaged('its checksum is another one');
      refuseOtherCounts(footer.data, counts);
      return footer.data;
    }
    const section = sectionSchema.safeParse(value);
    if (section.success) {
      table = 'table' in section.data ? section.data.table : null;
    } else if (table === null) {
      const page = jobsSchema.parse(value);
      takeJobs?.(page);
      counts[jobsCounted] = (counts[jobsCounted] ?? 0) + page.length;
    } else {
      const rows = rowsSchema.parse(value);
      await takeRows?.(table, rows);
      counts[table] = (counts[table] ?? 0) + rows.length;
    }
  }
}

/** Reads a whole backup without keeping it, as proof that the file on the disk is complete. */
export async function verifyBackup(path: string): Promise<Footer['counts']> {
  const { lines } = await openBackup(path);
  return (await walkBackup(lines)).counts;
}

function refuseOtherCounts(footer: Footer, counts: Readonly<Record<string, number>>): void {
  for (const [name, count] of Object.entries(footer.counts)) {
    if ((counts[name] ?? 0) !== count) throw damaged(`${name} should have ${count} and has ${counts[name] ?? 0}`);
  }
}

async function next(lines: BackupLines) {
  const line = await lines.next().catch((error: Error) => {
    throw 'code' in error && String(error.code).startsWith('Z_') ? damaged('it is cut off') : error;
  });
  if (line.done) throw damaged('it is cut off');
  return line.value;
}
