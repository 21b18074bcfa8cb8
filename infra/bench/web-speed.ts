import { readRuntime } from '@inlet/local/runtime-file';
import { withProduct } from '@inlet/local/with-product';
import { measureWebSpeed } from '#web-speed/measure-web-speed.ts';

const defaultMinutes = 10;

await withProduct(async ({ stack, chromium, config }) => {
  const runtime = readRuntime(config.dataDir);
  if (!runtime) throw new Error('The product does not say where its data is');
  const stores = { ...runtime, redisPrefix: config.redisPrefix };
  const minutes = readMinutes(process.argv.slice(2));
  return measureWebSpeed({ url: stack.url, stores, chromium, minutes, say: console.log });
});

function readMinutes(words: readonly string[]): number {
  const word = words.find((one) => one.startsWith('--minutes='));
  if (word === undefined) return defaultMinutes;
  const minutes = Number(word.slice('--minutes='.length));
  if (!(minutes > 0)) throw new Error('--minutes= needs a number above 0');
  return minutes;
}
