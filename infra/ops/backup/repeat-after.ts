import { existsSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import { type LocalConfig, projectRoot } from '@inlet/local/config';
import { runNode } from '@inlet/local/run-program';
import { readSecrets } from '@inlet/local/secrets';
import { ledgerOf, urlsOf } from '@inlet/local/services';
import { readConfig } from '@inlet/process/config';
import * as z from 'zod';
import type { Stores } from '#backup/stores.ts';

/**
 * Repeats the erasures since the backup from the ledger, before any service runs. Without the keys the ledger cannot be
 * read; then a worker repeats them when it starts.
 */
export async function repeatAfter(config: LocalConfig, stores: Stores): Promise<void> {
  const ledger = ledgerOf(config);
  if (!existsSync(ledger)) {
    console.log(
      `There is no ledger of erasures at ${ledger}: what was erased since this backup is back, if anything was`,
    );
    return;
  }
  const keys = keysOf(config);
  const isReadable = await access(ledger, constants.R_OK).then(
    () => true,
    () => false,
  );
  if (keys === undefined || !isReadable) {
    const reason = keys === undefined ? 'ENCRYPTION_KEYS are not given' : `${ledger} cannot be read`;
    console.log(`The worker repeats the ledger of erasures before it is ready, because here ${reason}`);
    return;
  }
  const settings = {
    DATABASE_URL: stores.databaseUrl,
    REDIS_URL: stores.redisUrl,
    REDIS_PREFIX: stores.redisPrefix,
    REDIS_LANES: String(stores.redisLanes),
    ENCRYPTION_KEYS: keys,
    ERASURE_LEDGER: ledger,
    PUBLIC_URL: process.env.PUBLIC_URL ?? urlsOf(config).gateway,
    LOG_LEVEL: 'warn',
  };
  // This process may have read the value from a file; only the file or the value may be set.
  const files = Object.keys(settings).map((name) => [`${name}_FILE`, '']);
  const env = { ...settings, ...Object.fromEntries(files) };
  const { code } = await runNode([join(projectRoot, 'services/worker/src/commands/repeat-erasures.ts')], { env });
  if (code !== 0) throw new Error('The erasures since the backup could not be repeated: start nothing on these stores');
}

function keysOf({ dataDir }: LocalConfig): string | undefined {
  // The values may be in files.
  const { ENCRYPTION_KEYS: given } = readConfig(z.object({ ENCRYPTION_KEYS: z.string().optional() }));
  if (given !== undefined) return given;
  return existsSync(join(dataDir, 'secrets.json')) ? readSecrets(dataDir).encryptionKeys : undefined;
}
