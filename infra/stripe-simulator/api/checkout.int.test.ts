import { describe, expect, it } from 'vitest';
import { checkoutParams, earlyPro, startSimulator, submit, type TestSimulator } from '#simulator.test-setup.ts';

async function open({ stripe }: TestSimulator) {
  const customer = await stripe.customers.create({ email: 'ada@example.com' });
  const session = await stripe.checkout.sessions.create(checkoutParams(customer.id));
  return { customer, session };
}

describe('a checkout', () => {
  it('is open under an address of its own', async () => {
    const simulator = await startSimulator();
    const { customer, session } = await open(simulator);
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

  it('becomes an active subscription and a paid invoice when it is paid', async () => {
    const simulator = await startSimulator();
    const { stripe, url } = simulator;
    const { customer, session } = await open(simulator);
    const answer = await submit(`${url}/c/pay/${session.id}`, { action: 'pay' });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe(
      `https://inlet.example/payment/success?success=true&session=${session.id}`,
    );
    const paid = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ['line_items', 'subscription', 'customer', 'invoice'],
    });
    expect(paid).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      customer: { id: customer.id },
      customer_details: { email: 'ada@example.com' },
      line_items: { data: [{ price: { id: earlyPro }, amount_total: 4_900, quantity: 1 }] },
      subscription: {
        status: 'active',
        metadata: { userId: 'user-1' },
        items: { data: [{ price: { id: earlyPro } }] },
      },
      invoice: { status: 'paid', amount_paid: 4_900, billing_reason: 'subscription_create' },
    });
  });

  it('is paid once, however often somebody presses the button', async () => {
    const simulator = await startSimulator();
    const { stripe, url } = simulator;
    const { customer, session } = await open(simulator);
    const presses = [1, 2, 3].map(() => submit(`${url}/c/pay/${session.id}`, { action: 'pay' }));
    expect((await Promise.all(presses)).map(({ status }) => status)).toEqual([303, 303, 303]);
    expect((await stripe.subscriptions.list({ customer: customer.id })).data).toHaveLength(1);
  });

  it('makes a customer of who had none', async () => {
    const { stripe, url } = await startSimulator();
    const { customer: _, ...params } = checkoutParams('');
    const session = await stripe.checkout.sessions.create(params);
    const without = await submit(`${url}/c/pay/${session.id}`, { action: 'pay' });
    expect(without.status).toBe(400);
    await submit(`${url}/c/pay/${session.id}`, { action: 'pay', email: 'new@example.com' });
    const { customer } = await stripe.checkout.sessions.retrieve(session.id, { expand: ['customer'] });
    expect(customer).toMatchObject({ email: 'new@example.com' });
  });

  it('can be expired while it is open, and then not be paid', async () => {
    const simulator = await startSimulator();
    const { stripe, url } = simulator;
    const { session } = await open(simulator);
    expect(await stripe.checkout.sessions.expire(session.id)).toMatchObject({ status: 'expired', url: null });
    await expect(stripe.checkout.sessions.expire(session.id)).rejects.toMatchObject({ statusCode: 400 });
    expect((await submit(`${url}/c/pay/${session.id}`, { action: 'pay' })).status).toBe(400);
    expect((await stripe.subscriptions.list()).data).toEqual([]);
  });

  it('cannot be expired once it is paid', async () => {
    const simulator = await startSimulator();
    const { session } = await open(simulator);
    await submit(`${simulator.url}/c/pay/${session.id}`, { action: 'pay' });
    const refused = simulator.stripe.checkout.sessions.expire(session.id);
    await expect(refused).rejects.toMatchObject({ statusCode: 400, message: expect.stringContaining('`complete`') });
  });

  it('is found by customer and status', async () => {
    const simulator = await startSimulator();
    const { stripe } = simulator;
    const first = await open(simulator);
    const second = await open(simulator);
    await stripe.checkout.sessions.expire(second.session.id);
    const idsOf = async (params: { customer?: string; status?: 'open' | 'expired' }) =>
      (await stripe.checkout.sessions.list(params)).data.map(({ id }) => id);
    expect(await idsOf({})).toEqual([second.session.id, first.session.id]);
    expect(await idsOf({ status: 'open' })).toEqual([first.session.id]);
    expect(await idsOf({ customer: second.customer.id, status: 'expired' })).toEqual([second.session.id]);
    expect(await idsOf({ customer: second.customer.id, status: 'open' })).toEqual([]);
    const { data } = await stripe.checkout.sessions.listLineItems(first.session.id);
    expect(data).toMatchObject([{ price: { id: earlyPro }, description: 'Early Pro' }]);
  });

  const nowSeconds = () => Math.floor(Date.now() / 1_000);
  it.each([
    ['without a line', () => ({ line_items: undefined }), { code: 'parameter_missing', param: 'line_items' }],
    ['without an address for success', () => ({ success_url: undefined }), { code: 'parameter_missing' }],
    ['with an address that is none', () => ({ cancel_url: 'javascript:alert(1)' }), { param: 'cancel_url' }],
    ['with a price that is not there', () => ({ line_items: [{ price: 'price_x' }] }), { code: 'resource_missing' }],
    ['for a customer who is not there', () => ({ customer: 'cus_x' }), { code: 'resource_missing' }],
    ['with a customer and an address', () => ({ customer_email: 'a@example.com' }), {}],
    ['that expires too soon', () => ({ expires_at: nowSeconds() + 29 * 60 }), { param: 'expires_at' }],
    ['that expires too late', () => ({ expires_at: nowSeconds() + 25 * 3_600 }), { param: 'expires_at' }],
    ['with a parameter that is gone', () => ({ payment_method_types: ['card'] }), { code: 'parameter_unknown' }],
  ])('is not opened %s', async (_how, wrong, details) => {
    const { stripe } = await startSimulator();
    const customer = await stripe.customers.create({});
    // Some of these the compiler refuses as well.
    const params = { ...checkoutParams(customer.id), ...wrong() } as ReturnType<typeof checkoutParams>;
    await expect(stripe.checkout.sessions.create(params)).rejects.toMatchObject({ statusCode: 400, ...details });
  });

  it('is not opened for a price that was taken off', async () => {
    const { stripe } = await startSimulator();
    await stripe.prices.update(earlyPro, { active: false });
    const customer = await stripe.customers.create({});
    await expect(stripe.checkout.sessions.create(checkoutParams(customer.id))).rejects.toMatchObject({
      param: 'line_items[0][price]',
      message: expect.stringContaining('inactive'),
    });
  });
});
