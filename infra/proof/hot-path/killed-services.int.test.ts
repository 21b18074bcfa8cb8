import { startFleets } from '@inlet/local/fleet/fleets.test-setup';
import { ownConfig } from '@inlet/local/own-config';
import { readRuntime } from '@inlet/local/runtime-file';
import { startStack } from '@inlet/local/stack';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { expect, it, onTestFinished } from 'vitest';
import { startLoad } from '#house/load.test-setup.ts';

const services = ['worker', 'ingest', 'account', 'gateway', 'worker'] as const;

it('loses and doubles nothing that was acknowledged while services are killed', async () => {
  const config = await ownConfig(await createDisposableFolder());
  const signal = new AbortController().signal;
  const stack = await startStack({ config, mode: 'start', signal });
  onTestFinished(stack.stop);
  const runtime = readRuntime(config.dataDir);
  if (!runtime) throw new Error('The product does not say where its data is');
  const { databaseUrl, redisUrl, urls } = runtime;
  const stores = await startFleets(1, { databaseUrl, redisUrl, services: [] });
  const house = { ...stores, urls: { ...urls, stripe: urls.stripe ?? '' } };
  const load = await startLoad(house, 'services killed', { to: 'gateway', visitors: 4 });

  for (const service of services) {
    await load.untilMore();
    const killed = readRuntime(config.dataDir)?.pids[service] ?? 0;
    process.kill(killed, 'SIGKILL');
    await waitUntil(() => readRuntime(config.dataDir)?.pids[service] !== killed, { what: `a new ${service}` });
    const probe = `http://127.0.0.1:${config.ports[service === 'gateway' ? 'gatewayProbe' : service]}/readyz`;
    const isReady = () =>
      fetch(probe).then(
        ({ ok }) => ok,
        () => false,
      );
    await waitUntil(isReady, { what: `${service} to be ready again` });
  }
  await load.untilMore();
  // A visitor may get any response but an acknowledgement of a submission that is not stored.
  await load.judge(/./);
  expect(load.visits.answered()).toBeGreaterThan(services.length);
});
