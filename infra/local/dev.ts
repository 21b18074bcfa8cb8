import { readLocalConfig } from '#config/config.ts';
import { runUntilSignal } from '#processes/run-command.ts';
import { announce } from '#stack/announce.ts';
import { startStack } from '#stack/stack.ts';

await runUntilSignal(async (signal) => {
  const config = readLocalConfig();
  const stack = await startStack({ config, mode: 'dev', say: console.log, signal });
  announce(stack);
  return stack.stop;
});
