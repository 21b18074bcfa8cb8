import { writeRuntime } from '@inlet/local/runtime-file';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { expect, it, onTestFinished, vi } from 'vitest';
import { runningProduct } from '#commands/running-product.ts';

it('knows the ports and the payments of the start, in a terminal without its settings', async () => {
  const folder = await createDisposableFolder();
  const at = (port: number) => `http://localhost:${port}`;
  const urls = {
    gateway: at(9100),
    ingest: at(9101),
    account: at(9102),
    worker: at(9103),
    mail: at(9106),
    stripe: null,
  };
  writeRuntime(folder, { urls, databaseUrl: 'postgresql://inlet@127.0.0.1/inlet', redisUrl: 'redis://x', pids: {} });
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('INLET_DATA_DIR', folder);
  for (const name of ['PORT', 'BILLING', 'STRIPE_SECRET_KEY']) vi.stubEnv(name, undefined);
  expect(runningProduct().config).toMatchObject({ billing: 'off', ports: { gatewayProbe: 9104, mailSmtp: 9107 } });
  vi.stubEnv('STRIPE_SECRET_KEY', 'sk_test_key');
  vi.stubEnv('STRIPE_WEBHOOK_SECRETS', 'whsec_secret');
  expect(runningProduct().config.billing).toBe('on');
});
