import { join } from 'node:path';
import { backupName, listBackups } from '#backup/backup-folder.ts';
import { rehearseRestore } from '#backup/rehearse-restore.ts';
import { writeBackup } from '#backup/write-backup.ts';
import { namedStores } from '#commands/running-product.ts';

/**
 * Writes a backup of the running product, or of the stores in DATABASE_URL and REDIS_URL: `npm run backup -- FILE`.
 * With `--rehearse` it restores a backup for a trial instead: FILE, or the newest of BACKUP_FOLDER.
 */
export async function backup(args: readonly string[]): Promise<number> {
  const [file] = args.filter((word) => word !== '--rehearse');
  if (args.includes('--rehearse')) return rehearse(file ?? (await newestBackup()));
  const path = file ?? backupName();
  const counts = await writeBackup(namedStores(), path);
  for (const [name, count] of Object.entries(counts)) if (count > 0) console.log(`${count} ${name}`);
  console.log(`Written to ${path}, without ENCRYPTION_KEYS: keep them elsewhere (docs/runbooks/restoring.md)`);
  return 0;
}

async function rehearse(path: string): Promise<number> {
  const { createdAt, tables, rows, jobs } = await rehearseRestore(namedStores().databaseUrl, path);
  console.log(
    `${path} of ${createdAt} can be restored: ${rows} rows in ${tables} tables are there, and ${jobs} batches that waited. The database of the rehearsal is dropped again`,
  );
  return 0;
}

async function newestBackup(): Promise<string> {
  const folder = process.env.BACKUP_FOLDER ?? '.';
  const [newest] = await listBackups(folder);
  if (newest === undefined) throw new Error(`There is no backup in ${folder}: npm run backup -- --rehearse FILE`);
  return join(folder, newest);
}
