import { describe, expect } from 'vitest';
import { checkoutParams, earlyPro, it, startSimulator } from '#simulator.test-setup.ts';

describe('a checkout', () => {
  it('is open under an address of its own', async ({ simulator, checkout: { customer, session } }) => {
    expect(session).toMatchObject({
      object: 'checkout.session',
      mode: 'subscription',
      status: 'open',
      payment_status: 'unpaid',
      customer: customer.id,
      client_reference_id: 'user-1',
      metadata: { reservation: 'r-1' },
      amount_total: 4_900,
      currency: 'eur',
      subscription: null,
      url: `${simulator.url}/c/pay/${session.id}`,
    });
    expect(session.id).toMatch(/^cs_test_/);
  });

  it('is paid once, however often somebody presses the button', async ({ simulator, checkout }) => {
    const { customer, press } = checkout;
    const answers = await Promise.all([1, 2, 3].map(() => press('pay')));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect((await simulator.stripe.subscriptions.list({ customer: customer.id })).data).toHaveLength(1);
  });

  const inMinutes = (minutes: number) => Math.floor(Date.now() / 1_000) + minutes * 60;
  it.each([
    ['without a line', { line_items: undefined }, { code: 'parameter_missing', param: 'line_items' }],
    ['without an address for success', { success_url: undefined }, { code: 'parameter_missing' }],
    ['with an address that is none', { cancel_url: 'javascript:alert(1)' }, { param: 'cancel_url' }],
    ['with a price that is not there', { line_items: [{ price: 'price_x' }] }, { code: 'resource_missing' }],
    ['for a customer who is not there', { customer: 'cus_x' }, { code: 'resource_missing' }],
    ['that expires too soon', { expires_at: inMinutes(29) }, { param: 'expires_at' }],
    ['that expires too late', { expires_at: inMinutes(25 * 60) }, { param: 'expires_at' }],
    ['with a parameter that is gone', { payment_method_types: ['card'] }, { code: 'parameter_unknown' }],
  ])('is not opened %s', async (_how, wrong, details) => {
    const { stripe } = await startSimulator();
    const customer = await stripe.customers.create({});
    // The compiler refuses some of these as well.
    const params = { ...checkoutParams(customer.id), ...wrong } as ReturnType<typeof checkoutParams>;
    await expect(stripe.checkout.sessions.create(params)).rejects.toMatchObject({ statusCode: 400, ...details });
  });

  it('is not opened for a price that was taken off', async ({ stripe }) => {
    await stripe.prices.update(earlyPro, { active: false });
    const customer = await stripe.customers.create({});
    await expect(stripe.checkout.sessions.create(checkoutParams(customer.id))).rejects.toMatchObject({
      param: 'line_items[0][price]',
      message: expect.stringContaining('inactive'),
    });
  });
});
