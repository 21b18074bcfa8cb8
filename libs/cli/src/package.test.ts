import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import about from '#package.json' with { type: 'json' };

const lock = new URL('../../../package-lock.json', import.meta.url);
/** The oldest version in a range such as `>=20.19` or `>= 14.6`. */
const oldest = (range: string) => Number(/\d+/.exec(range)?.[0]);

it.each(Object.keys(about.dependencies))('%s runs on every Node that the package promises', async (name) => {
  const { packages } = JSON.parse(await readFile(lock, 'utf8'));
  const installed = packages[`libs/cli/node_modules/${name}`] ?? packages[`node_modules/${name}`];
  expect(installed.version).toMatch(/\d/);
  expect(oldest(installed.engines?.node ?? '>=0')).toBeLessThanOrEqual(oldest(about.engines.node));
});
