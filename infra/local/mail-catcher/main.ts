import { runService } from '@inlet/service/run-service';
import { loadConfig } from '#mail-catcher/config.ts';
import { startMailCatcher } from '#mail-catcher/start-mail-catcher.ts';

await runService({
  name: 'mail',
  loadConfig,
  start: async (context) => {
    await startMailCatcher(context);
  },
});
