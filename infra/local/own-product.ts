import { ownConfig } from '#config/own-config.ts';
import { runUntilSignal } from '#processes/run-command.ts';
import { startStack } from '#stack/stack.ts';

// Starts a product for a test with separate settings: node infra/local/own-product.ts FOLDER SETTINGS-AS-JSON
await runUntilSignal(async (signal) => {
  const [dataDir, settings = '{}'] = process.argv.slice(2);
  if (!dataDir) throw new Error('Name a folder');
  const stack = await startStack({ config: await ownConfig(dataDir, JSON.parse(settings)), mode: 'start', signal });
  if (stack.mailUrl) console.log(`Mails: ${stack.mailUrl}`);
  console.log(`Inlet is ready: ${stack.url}`);
  return stack.stop;
});
