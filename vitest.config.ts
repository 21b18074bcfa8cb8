import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const integrationTests = '**/*.int.test.ts';
const elsewhere = ['**/node_modules/**', '**/dist/**', '**/.data/**'];
// Node runs the tested code as it does in production, without a bundler's module runner between.
const experimental = { viteModuleRunner: false };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          // Nearly all of the time went into loading the same modules once more for each file.
          isolate: false,
          include: ['{libs,services,infra}/**/*.test.ts'],
          exclude: [...elsewhere, integrationTests],
          experimental,
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'integration',
          include: [`{libs,services,infra}/${integrationTests}`],
          exclude: elsewhere,
          experimental,
          // Many of them wait for processes that they have started, so no processor is left free for the runner.
          maxWorkers: Math.min(4, availableParallelism()),
          globalSetup: './libs/testing/src/global-setup.ts',
          // A limit on the clock tells more about the machine than about the code: it is there for what hangs.
          testTimeout: 60_000,
          // Hooks create databases and start services; on a busy machine that takes its time.
          hookTimeout: 60_000,
        },
      },
      {
        // The tests see the app as it is built.
        extends: './web/vite.config.ts',
        root: './web',
        test: {
          name: 'web',
          include: ['src/**/*.test.{ts,tsx}', '{prerender,vite-plugins}/**/*.test.ts'],
          exclude: elsewhere,
          environment: 'jsdom',
          setupFiles: './src/test-setup.ts',
          testTimeout: 30_000,
        },
      },
    ],
  },
});
