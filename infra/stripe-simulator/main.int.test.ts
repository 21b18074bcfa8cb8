import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { freePort } from '@inlet/testing/free-port';
import { waitUntil } from '@inlet/testing/wait-until';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkoutParams, connect } from '#simulator.test-setup.ts';

async function startProcess(env: Record<string, string>) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], { env, stdio: 'pipe' });
  onTestFinished(() => {
    if (child.exitCode === null) child.kill('SIGKILL');
  });
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  child.stdout.resume();
  const ended = once(child, 'exit').then(([code]) => ({ code, errors }));
  return { child, ended };
}

const isReady = async (port: number) => {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;
  } catch {
    return false;
  }
};

describe('the process', () => {
  it('serves, ends with 0 when it is told to, and goes on where it was after being killed', async () => {
    const port = await freePort();
    const env = { PORT: String(port), STATE_FILE: join(await createDisposableFolder(), 'stripe.json') };
    const first = await startProcess(env);
    await waitUntil(() => isReady(port), { what: 'the simulator' });
    const { id } = await connect(port).customers.create({ email: 'ada@example.com' });
    first.child.kill('SIGKILL');
    await first.ended;

    const second = await startProcess(env);
    await waitUntil(() => isReady(port), { what: 'the simulator' });
    expect(await connect(port).customers.retrieve(id)).toMatchObject({ email: 'ada@example.com' });
    second.child.kill('SIGTERM');
    expect(await second.ended).toEqual({ code: 0, errors: '' });
  });

  it('leads people to the address that browsers reach, where programs reach it by another', async () => {
    const port = await freePort();
    const pages = 'http://localhost:12111';
    const { child, ended } = await startProcess({ PORT: String(port), STRIPE_PAGES_URL: pages });
    await waitUntil(() => isReady(port), { what: 'the simulator' });
    const stripe = connect(port);
    const { id: customer } = await stripe.customers.create({ email: 'ada@example.com' });
    const checkout = await stripe.checkout.sessions.create(checkoutParams(customer));
    const portal = await stripe.billingPortal.sessions.create({ customer, return_url: 'https://inlet.example' });
    for (const { url } of [checkout, portal]) expect(url).toMatch(/^http:\/\/localhost:12111\//);
    child.kill('SIGTERM');
    await ended;
  });

  it('does not start with a configuration that is wrong, and says what is', async () => {
    const { ended } = await startProcess({ PORT: 'x', STRIPE_WEBHOOK_URL: 'nowhere', STRIPE_WEBHOOK_SECRET: 'short' });
    const { code, errors } = await ended;
    expect(code).toBe(1);
    for (const name of ['PORT', 'STRIPE_WEBHOOK_URL', 'STRIPE_WEBHOOK_SECRET']) expect(errors).toContain(name);
  });
});
