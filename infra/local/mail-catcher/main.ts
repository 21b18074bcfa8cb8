import { runService } from '@inlet/service/run-service';
import { loadConfig, startMailCatcher } from '#mail-catcher/start-mail-catcher.ts';

await runService({
  name: 'mail',
  loadConfig,
  start: async (context) => void (await startMailCatcher(context)),
});
