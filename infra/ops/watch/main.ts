import { runService } from '@inlet/process/run-service';
import { loadConfig } from '#watch/config.ts';
import { startWatch } from '#watch/start-watch.ts';

await runService({
  name: 'watch',
  loadConfig,
  start: async (context) => {
    await startWatch(context);
  },
});
