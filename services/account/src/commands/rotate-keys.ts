import { createSealing } from '@inlet/crypto/sealing';
import { openPool } from '@inlet/db/open-pool';
import { runTask } from '@inlet/process/run-service';
import { loadRotateKeysConfig } from '#config.ts';
import { resealAll } from '#sealing/reseal.ts';

/** An operator's command: seals every secret in the database under the first of ENCRYPTION_KEYS. */
await runTask({
  name: 'rotate-keys',
  loadConfig: loadRotateKeysConfig,
  run: async ({ config, lifecycle }) => {
    const pool = openPool({ url: config.DATABASE_URL, maxConnections: 1, applicationName: 'rotate-keys' });
    lifecycle.onClose('disconnect', 'database', () => pool.end());
    const { resealed, current, errors } = await resealAll(pool, createSealing(config.ENCRYPTION_KEYS));
    process.stdout.write(`${resealed} secrets sealed under the first key, ${current} were already\n`);
    for (const { message } of errors) process.stderr.write(`${message}\n`);
    if (errors.length > 0) process.exitCode = 1;
  },
});
