import { setTimeout as pause } from 'node:timers/promises';
import { openPool } from '@inlet/db/open-pool';
import { ConfigError } from '@inlet/process/config';
import { runTask } from '@inlet/process/run-service';
import { describeForms } from '#cleanup/describe-forms.ts';
import { plansWithRetention } from '#cleanup/plans-with-retention.ts';
import { runToEnd } from '#cleanup/run-to-end.ts';
import { loadCommandConfig } from '#config.ts';

/**
 * An operator's command: deletes now what a worker would delete within the hour. With `--dry-run` it deletes nothing
 * and prints the number of expired submissions for each form.
 */
await runTask({
  name: 'retention',
  loadConfig: loadCommandConfig,
  run: async ({ config, lifecycle }) => {
    const words = process.argv.slice(2);
    if (words.some((word) => word !== '--dry-run')) throw new ConfigError('Usage: retention [--dry-run]');
    const { DATABASE_URL: url, DATABASE_PREPARED: prepared } = config;
    const pool = openPool({ url, prepared, maxConnections: 1, applicationName: 'retention' });
    lifecycle.onClose('disconnect', 'database', () => pool.end());
    const plans = plansWithRetention(config);
    for (const line of await describeForms(pool, plans)) process.stdout.write(`${line}\n`);
    if (words.length > 0) return;
    const count = await runToEnd(pool, plans, pause);
    process.stdout.write(`${count} submissions deleted\n`);
  },
});
