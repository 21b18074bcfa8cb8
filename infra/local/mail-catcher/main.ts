import { runService } from '@inlet/process/run-service';
import { loadConfig, startMailCatcher } from '#mail-catcher/start-mail-catcher.ts';

await runService({
  name: 'mail',
  loadConfig,
  start: async (context) => void (await startMailCatcher(context)),
});
