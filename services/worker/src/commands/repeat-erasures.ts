import { openBlobs } from '@inlet/blobs/open-blobs';
import { openPool } from '@inlet/db/open-pool';
import { runTask } from '@inlet/process/run-service';
import { waitUntilConnected } from '@inlet/redis/connections';
import { openLanes } from '@inlet/redis/lanes';
import { loadRepeatConfig } from '#config.ts';
import { repeatErasures } from '#erasures/repeat-erasures.ts';

const connectWaitMs = 2_000;
/** One connection for the erasure, and one that extends its lease. */
const maxConnections = 2;

/** The command after a restore: repeats erasures that are newer than the backup, before any service runs. */
await runTask({
  name: 'repeat-erasures',
  loadConfig: loadRepeatConfig,
  run: async ({ config, logger, lifecycle }) => {
    const { DATABASE_URL: url, DATABASE_PREPARED: prepared } = config;
    const pool = openPool({ url, prepared, maxConnections, applicationName: 'repeat-erasures' });
    lifecycle.onClose('disconnect', 'database', () => pool.end());
    const lanes = openLanes({ config, role: 'client', name: 'repeat-erasures', logger, lifecycle });
    await Promise.all(lanes.map(({ redis }) => waitUntilConnected(redis, connectWaitMs)));
    const count = await repeatErasures({ pool, lanes, blobs: openBlobs(config), config, logger, isStoring: false });
    process.stdout.write(`${count} erasures repeated\n`);
  },
});
