import { describe, expect } from 'vitest';
import { days, earlyPro, it } from '#simulator.test-setup.ts';

describe('the clock', () => {
  it.for([0, 400])(
    'expires a checkout at its real time, when it was moved by %i days before',
    async (moved, { simulator }) => {
      await simulator.advance(days(moved));
      const { read } = await simulator.openCheckout();
      await simulator.advance(29 * 60);
      expect((await read()).status).toBe('open');
      await simulator.advance(3 * 60);
      expect(await read()).toMatchObject({ status: 'expired', url: null });
      expect(await simulator.latestEvents(1)).toEqual(['checkout.session.expired']);
    },
  );

  it('renews a subscription month by month, each at its own moment', async ({ advance, purchase }) => {
    const { item, invoices, read } = purchase;
    await advance(days(63));
    const all = await invoices();
    expect(all.map(({ billing_reason, status }) => `${billing_reason} ${status}`)).toEqual([
      'subscription_cycle paid',
      'subscription_cycle paid',
      'subscription_create paid',
    ]);
    const [second, first] = all;
    expect(first?.created).toBe(item.current_period_end);
    expect(second?.created).toBeGreaterThan(item.current_period_end);
    const renewed = await read();
    expect(renewed.status).toBe('active');
    expect(renewed.items.data[0]?.current_period_start).toBe(second?.created);
  });

  it('ends a subscription with its period when that was wished', async ({ subscribe, advance, latestEvents }) => {
    const { item, press, invoices, read } = await subscribe(earlyPro);
    await press('cancel-at-end');
    await advance(days(364));
    expect((await read()).status).toBe('active');
    await advance(days(3));
    expect(await read()).toMatchObject({ status: 'canceled', ended_at: item.current_period_end });
    expect(await latestEvents(1)).toEqual(['customer.subscription.deleted']);
    expect(await invoices()).toHaveLength(1);
  });

  it('lets a refused renewal be past due, and ends it after the last retry', async ({ purchase, simulator }) => {
    const { advance, latestEvents } = simulator;
    const { item, press, invoices, read } = purchase;
    await press('break-card');
    const toRenewal = item.current_period_end - Math.floor(Date.now() / 1_000);
    const stateAfter = async (seconds: number) => {
      await advance(seconds);
      return `${(await read()).status} ${(await invoices())[0]?.attempt_count}`;
    };
    expect(await stateAfter(toRenewal + 60)).toBe('past_due 1');
    expect(await latestEvents(3)).toEqual(['charge.failed', 'invoice.payment_failed', 'customer.subscription.updated']);
    expect(await stateAfter(days(3))).toBe('past_due 2');
    expect(await stateAfter(days(5))).toBe('past_due 3');
    expect(await stateAfter(days(6))).toBe('past_due 3');
    expect(await stateAfter(days(1))).toBe('canceled 4');
    expect(await read()).toMatchObject({ cancellation_details: { reason: 'payment_failed' } });
    expect(await latestEvents(2)).toEqual(['invoice.payment_failed', 'customer.subscription.deleted']);
    await advance(days(60));
    expect((await invoices())[0]).toMatchObject({ status: 'open', attempt_count: 4, next_payment_attempt: null });
  });

  it('asks for nothing more once a subscription that is past due was cancelled', async ({ purchase, simulator }) => {
    const { stripe, advance, latestEvents } = simulator;
    const { subscription, press } = purchase;
    await press('break-card');
    await advance(days(32));
    await stripe.subscriptions.cancel(subscription.id);
    await advance(days(30));
    expect((await stripe.invoices.list({ status: 'open' })).data).toMatchObject([
      { attempt_count: 1, auto_advance: false, next_payment_attempt: null },
    ]);
    expect(await latestEvents(1)).toEqual(['customer.subscription.deleted']);
  });
});
