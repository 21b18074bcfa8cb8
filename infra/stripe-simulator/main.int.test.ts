import { join } from 'node:path';
import { freePort } from '@inlet/local-servers/free-port';
import { startProcess } from '@inlet/local-servers/start-process';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkoutParams, connect } from '#simulator.test-setup.ts';

function start(port: number | string, settings: Readonly<Record<string, string>>) {
  const lines: string[] = [];
  const started = startProcess(
    {
      name: 'stripe-simulator',
      program: process.execPath,
      args: [join(import.meta.dirname, 'main.ts')],
      env: { LOG_LEVEL: 'error', PORT: String(port), ...settings },
      ready: `http://127.0.0.1:${port}/readyz`,
    },
    { onLine: (line) => lines.push(line) },
  );
  onTestFinished(async () => {
    await started.stop();
  });
  return { ...started, lines };
}

describe('the process', () => {
  it('serves, ends with 0 when it is told to, and goes on where it was after being killed', async () => {
    const port = await freePort();
    const settings = { STATE_FILE: join(await createDisposableFolder(), 'stripe.json') };
    const first = start(port, settings);
    await first.ready;
    const { id } = await connect(port).customers.create({ email: 'ada@example.com' });
    process.kill(first.pid, 'SIGKILL');
    await first.exited;

    const second = start(port, settings);
    await second.ready;
    expect(await connect(port).customers.retrieve(id)).toMatchObject({ email: 'ada@example.com' });
    expect(await second.stop()).toBe(0);
    expect(second.lines).toEqual([]);
  });

  it('leads people to the address that browsers reach, where programs reach it by another', async () => {
    const port = await freePort();
    await start(port, { STRIPE_PAGES_URL: 'http://localhost:12111' }).ready;
    const stripe = connect(port);
    const { id: customer } = await stripe.customers.create({ email: 'ada@example.com' });
    const checkout = await stripe.checkout.sessions.create(checkoutParams(customer));
    const portal = await stripe.billingPortal.sessions.create({ customer, return_url: 'https://inlet.example' });
    for (const { url } of [checkout, portal]) expect(url).toMatch(/^http:\/\/localhost:12111\//);
  });

  it('does not start with a configuration that is wrong, and says what is', async () => {
    const wrong = { STRIPE_WEBHOOK_URL: 'nowhere', STRIPE_WEBHOOK_SECRET: 'short' };
    const { exited, lines } = start('x', wrong);
    expect(await exited).toBe('exit code 1');
    for (const name of ['PORT', ...Object.keys(wrong)]) {
      await waitUntil(() => lines.some((line) => line.includes(name)), { what: name });
    }
  });
});
