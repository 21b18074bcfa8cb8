import { announce } from '#announce.ts';
import { readLocalConfig } from '#config.ts';
import { runUntilSignal } from '#run-command.ts';
import { startStack } from '#stack.ts';

await runUntilSignal(async (signal) => {
  const config = readLocalConfig();
  const stack = await startStack({ config, mode: 'dev', say: console.log, signal });
  announce(stack);
  return stack.stop;
});
