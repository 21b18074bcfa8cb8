import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { describe, expect } from 'vitest';
import { it as base, days, startSimulator } from '#simulator.test-setup.ts';
import { startReceiver } from '#webhook-receiver.test-setup.ts';

const it = base.extend('STATE_FILE', async () => join(await createDisposableFolder(), 'deep', 'stripe.json'));

describe('a restart', () => {
  it('keeps everything, and expands and renews it', async ({ STATE_FILE }) => {
    const first = await startSimulator({ STATE_FILE });
    const { customer, subscription } = await first.subscribe();
    await first.close();

    const second = await startSimulator({ STATE_FILE });
    const kept = await second.stripe.subscriptions.retrieve(subscription.id, { expand: ['customer'] });
    expect(kept).toMatchObject({ status: 'active', customer: { id: customer.id, email: 'ada@example.com' } });
    expect(kept.items.data[0]?.price.unit_amount_decimal?.toString()).toBe('500');
    await second.advance(days(32));
    expect((await second.stripe.invoices.list()).data).toHaveLength(2);
    expect((await second.stripe.products.list()).data).toHaveLength(3);
  });

  it('keeps the time that was moved forward', async ({ STATE_FILE }) => {
    const first = await startSimulator({ STATE_FILE });
    await first.advance(days(10));
    await first.close();
    const second = await startSimulator({ STATE_FILE });
    const { created } = await second.stripe.customers.create({});
    expect(created - Date.now() / 1_000).toBeGreaterThan(days(10) - 60);
  });

  it('remembers what was done under an idempotency key', async ({ STATE_FILE }) => {
    const first = await startSimulator({ STATE_FILE });
    const { id } = await first.stripe.customers.create({}, { idempotencyKey: 'k' });
    await first.close();
    const second = await startSimulator({ STATE_FILE });
    expect((await second.stripe.customers.create({}, { idempotencyKey: 'k' })).id).toBe(id);
  });

  it('delivers what was still on its way', async ({ STATE_FILE }) => {
    const receiver = await startReceiver();
    const first = await startSimulator({ STATE_FILE, STRIPE_WEBHOOK_URL: receiver.url });
    await first.control('webhooks', { pause: true });
    await first.stripe.customers.create({});
    await first.close();
    expect(receiver.receipts).toEqual([]);
    await startSimulator({ STATE_FILE, STRIPE_WEBHOOK_URL: receiver.url });
    await receiver.received('customer.created');
  });

  it('refuses a state that it cannot read rather than begin anew', async () => {
    const STATE_FILE = join(await createDisposableFolder(), 'stripe.json');
    for (const broken of ['{"version":1,', '{"version":0}']) {
      await writeFile(STATE_FILE, broken);
      await expect(startSimulator({ STATE_FILE })).rejects.toThrow('delete the file to start afresh');
      expect(await readFile(STATE_FILE, 'utf8')).toBe(broken);
    }
  });
});
