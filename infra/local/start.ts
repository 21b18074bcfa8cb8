import { announce } from '#local/announce.ts';
import { readLocalConfig } from '#local/config.ts';
import { generateDatabaseClient } from '#local/database-client.ts';
import { runUntilSignal } from '#local/run-command.ts';
import { startStack } from '#local/stack.ts';

await runUntilSignal(async (signal) => {
  const config = readLocalConfig();
  await generateDatabaseClient();
  const stack = await startStack({ config, mode: 'start', say: console.log, signal });
  announce(stack);
  return stack.stop;
});
