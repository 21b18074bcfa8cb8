import { runService } from '@inlet/process/run-service';
import { loadConfig } from '#queue-board/config.ts';
import { startQueueBoard } from '#queue-board/start-queue-board.ts';

await runService({
  name: 'queue-board',
  loadConfig,
  start: async (context) => {
    await startQueueBoard(context);
  },
});
