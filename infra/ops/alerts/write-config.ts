import { writeFile } from 'node:fs/promises';
import { runTask } from '@inlet/process/run-service';
import { alertmanagerConfig } from '#alerts/alertmanager-config.ts';
import { loadConfig } from '#alerts/config.ts';

/** The file contains the password of the mail server. */
const fileMode = 0o600;

await runTask({
  name: 'alerts',
  loadConfig,
  run: ({ config }) => writeFile(config.ALERTMANAGER_FILE, alertmanagerConfig(config), { mode: fileMode }),
});
