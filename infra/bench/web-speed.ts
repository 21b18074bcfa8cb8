import { parseArgs } from 'node:util';
import { readRuntime } from '@inlet/local/runtime-file';
import { withProduct } from '@inlet/local/with-product';
import { measureWebSpeed } from '#web-speed/measure-web-speed.ts';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } });
const minutes = Number(values.minutes);

await withProduct(async ({ stack, chromium, config }) => {
  if (!(minutes > 0)) throw new Error('--minutes= needs a number above 0');
  const runtime = readRuntime(config.dataDir);
  if (!runtime) throw new Error('The product does not say where its data is');
  const stores = { ...runtime, redisPrefix: config.redisPrefix };
  return measureWebSpeed({ url: stack.url, stores, chromium, minutes, say: console.log });
});
