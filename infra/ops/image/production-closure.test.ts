import { expect, it } from 'vitest';
import { productionClosure } from '#image/production-closure.ts';

const link = (folder: string) => ({ link: true, resolved: folder });

const lock = {
  packages: {
    'services/ingest': { dependencies: { '@inlet/queue': '1', zod: '1' }, devDependencies: { '@inlet/testing': '1' } },
    'libs/queue': { dependencies: { bullmq: '1' } },
    'libs/testing': { dependencies: { vitest: '1' } },
    'node_modules/@inlet/queue': link('libs/queue'),
    'node_modules/@inlet/testing': link('libs/testing'),
    'node_modules/bullmq': {
      dependencies: { redis: '2', own: '1' },
      optionalDependencies: { own: '1', fast: '1' },
      peerDependencies: { needed: '1', wished: '1' },
      peerDependenciesMeta: { wished: { optional: true } },
    },
    'node_modules/bullmq/node_modules/redis': { dependencies: { shared: '1' } },
    'node_modules/fast': {},
    'node_modules/needed': {},
    'node_modules/redis': { dependencies: { old: '1' } },
    'node_modules/shared': { dependencies: { bullmq: '1' } },
    'node_modules/vitest': {},
    'node_modules/wished': {},
    'node_modules/zod': {},
  },
};

it('gathers what a service needs to run, from the place where Node would find it', () => {
  expect(productionClosure(lock, 'services/ingest')).toEqual({
    workspaces: ['libs/queue', 'services/ingest'],
    links: ['node_modules/@inlet/queue'],
    packages: [
      'node_modules/bullmq',
      'node_modules/bullmq/node_modules/redis',
      'node_modules/fast',
      'node_modules/needed',
      'node_modules/shared',
      'node_modules/zod',
    ],
  });
});

it('says what has no place in the lock file', () => {
  const { 'node_modules/shared': _removed, ...packages } = lock.packages;
  expect(() => productionClosure({ packages }, 'services/ingest')).toThrow(
    'node_modules/bullmq/node_modules/redis needs shared, which the lock file has no place for',
  );
});
