import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const integrationTests = '**/*.int.test.ts';
/** These measure time, which a busy machine does not keep: `npm run proof` alone runs them. */
const proofs = '**/*.proof.test.ts';
/** Unit tests with generated cases, of which `npm run proof` tries others, and more. */
const properties = '**/*.properties.test.ts';
/** These measure processor time, which rises when something else runs beside them: one file at a time. */
const costlyTexts = '**/costly-texts.test.ts';
/** Starts PostgreSQL and Redis. */
const globalSetup = './libs/testing/src/global-setup.ts';
/** Runs in each worker. */
const setupFiles = './libs/testing/src/end-with-runner.ts';
/** By itself Vitest starts one worker less, and a processor has nothing to do. */
const maxWorkers = availableParallelism();
const elsewhere = ['**/node_modules/**', '**/dist/**', '**/.data/**'];
// Node runs the tested code as it does in production, without a bundler's module runner between. The files of a worker
// share what they load: loading it once more for each took most of the unit tests' time.
const inNode = { experimental: { viteModuleRunner: false }, isolate: false };

/**
 * A limit on the clock tells more about the machine than about the code: these are there for what hangs. They are
 * longer than the minute that a test waits for one event, so that a failure names the event.
 */
const unitLimits = { testTimeout: 120_000, expect: { poll: { timeout: 60_000 } } };
const integrationLimits = { ...unitLimits, testTimeout: 300_000, hookTimeout: 300_000 };

export default defineConfig({
  test: {
    // A snapshot that is missing fails, also outside CI; `-u` writes it.
    update: 'none',
    projects: [
      {
        test: {
          ...inNode,
          name: 'unit',
          include: ['{libs,services,infra}/**/*.test.ts'],
          exclude: [...elsewhere, integrationTests, proofs, costlyTexts, 'libs/react/**'],
          maxWorkers,
          ...unitLimits,
        },
      },
      {
        test: {
          ...inNode,
          name: 'costly-texts',
          include: [costlyTexts],
          exclude: elsewhere,
          maxWorkers: 1,
          ...unitLimits,
        },
      },
      {
        test: {
          ...inNode,
          name: 'integration',
          include: [`{libs,services,infra}/${integrationTests}`],
          exclude: elsewhere,
          // Many of them wait for processes that they have started, so there are two more at work than there are
          // processors.
          maxWorkers: Math.min(6, availableParallelism() + 2),
          globalSetup,
          setupFiles,
          ...integrationLimits,
        },
      },
      {
        test: {
          ...inNode,
          name: 'proof',
          include: [proofs, properties].map((files) => `{libs,services,infra}/${files}`),
          exclude: elsewhere,
          globalSetup,
          setupFiles,
          ...integrationLimits,
        },
      },
      {
        // The tests see the app as it is built.
        extends: './web/vite.config.ts',
        root: './web',
        test: {
          name: 'web',
          include: ['src/**/*.test.{ts,tsx}', '{prerender,vite-plugins}/**/*.test.ts'],
          exclude: [...elsewhere, costlyTexts],
          environment: 'jsdom',
          isolate: false,
          maxWorkers,
          setupFiles: './src/test-setup.ts',
          ...unitLimits,
        },
      },
      reactTests('web-react-18', './libs/react/node_modules'),
      reactTests('web-react-19', './node_modules'),
    ],
  },
});

/** The same tests of the hook for each React, by where it is installed. */
function reactTests(name: string, place: string) {
  const library = '@testing-library/react';
  const alias = [
    { find: /^(react|react-dom)(?=$|\/)/, replacement: `${import.meta.dirname}/${place}/$1` },
    // As modules, whose imports follow the line above.
    { find: library, replacement: `${import.meta.dirname}/node_modules/${library}/dist/${library}.esm.js` },
  ];
  return {
    resolve: { alias },
    test: {
      name,
      include: ['libs/react/src/**/*.test.ts'],
      environment: 'jsdom',
      server: { deps: { inline: [library] } },
      isolate: false,
      maxWorkers,
      ...unitLimits,
    },
  };
}
