import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { checkoutParams, connect, starter, startSimulator } from '#simulator.test-setup.ts';

describe('the conduct of the API', () => {
  it('turns away who brings no key, a live one or nonsense', async () => {
    const { port, url } = await startSimulator();
    for (const key of ['sk_live_realmoney', 'nonsense']) {
      const refused = connect(port, key).customers.list();
      await expect(refused).rejects.toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
    }
    const answer = await fetch(`${url}/v1/customers`);
    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual({
      error: { message: 'You did not provide an API key.', type: 'invalid_request_error' },
    });
  });

  it('takes a key as the name of a user, as curl sends it', async () => {
    const { url } = await startSimulator();
    const authorization = `Basic ${Buffer.from('sk_test_x:').toString('base64')}`;
    expect((await fetch(`${url}/v1/prices`, { headers: { authorization } })).status).toBe(200);
  });

  it('says in which version it answers, and gives the request an id', async () => {
    const { stripe, url } = await startSimulator();
    const { lastResponse } = await stripe.products.list();
    expect(lastResponse.apiVersion).toBe(Stripe.API_VERSION);
    expect(lastResponse.requestId).toMatch(/^req_/);
    const headers = { authorization: 'Bearer sk_test_x', 'stripe-version': '2020-08-27' };
    const answer = await fetch(`${url}/v1/prices`, { headers });
    expect(answer.headers.get('stripe-version')).toBe('2020-08-27');
  });

  it('does a repeated request once and answers it alike', async () => {
    const { stripe } = await startSimulator();
    const first = await stripe.customers.create({ email: 'a@example.com' }, { idempotencyKey: 'k1' });
    const second = await stripe.customers.create({ email: 'a@example.com' }, { idempotencyKey: 'k1' });
    expect(second.id).toBe(first.id);
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect((await stripe.customers.list()).data).toHaveLength(1);
  });

  it('refuses a key that comes back with other parameters, or to another address', async () => {
    const { stripe } = await startSimulator();
    const idempotencyKey = 'k1';
    await stripe.customers.create({ email: 'a@example.com' }, { idempotencyKey });
    const otherParams = stripe.customers.create({ email: 'b@example.com' }, { idempotencyKey });
    await expect(otherParams).rejects.toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
    const otherAddress = stripe.products.create({ name: 'x' }, { idempotencyKey });
    await expect(otherAddress).rejects.toMatchObject({ type: 'StripeIdempotencyError' });
    expect((await stripe.customers.list()).data).toHaveLength(1);
  });

  it('lets a refused request be made again, put right, with the same key', async () => {
    const { stripe } = await startSimulator();
    const idempotencyKey = 'k1';
    const customer = await stripe.customers.create({});
    const wrong = { ...checkoutParams(customer.id), expires_at: 1 };
    await expect(stripe.checkout.sessions.create(wrong, { idempotencyKey })).rejects.toMatchObject({ statusCode: 400 });
    const session = await stripe.checkout.sessions.create(checkoutParams(customer.id), { idempotencyKey });
    expect(session.status).toBe('open');
  });

  it('is tried again by the library when it fails', async () => {
    const { stripe, control } = await startSimulator();
    await control('faults', { requests: 2, status: 503 });
    const customer = await stripe.customers.create({ email: 'a@example.com' });
    expect((await stripe.customers.list()).data.map(({ id }) => id)).toEqual([customer.id]);
  });

  it('fails for good when it fails more often than the library tries', async () => {
    const { port, control } = await startSimulator();
    await control('faults', { requests: 2, status: 500 });
    const once = connect(port, 'sk_test_x', 0);
    await expect(once.customers.create({})).rejects.toMatchObject({ type: 'StripeAPIError', statusCode: 500 });
    await expect(once.customers.create({})).rejects.toMatchObject({ statusCode: 500 });
    expect((await once.customers.list()).data).toEqual([]);
  });

  it('did the work whose answer was lost, and does it no second time', async () => {
    const { stripe, control } = await startSimulator();
    await control('faults', { requests: 1, when: 'after' });
    const customer = await stripe.customers.create({ email: 'a@example.com' });
    expect((await stripe.customers.list()).data.map(({ id }) => id)).toEqual([customer.id]);
  });

  it.each([
    ['an unknown id', '/v1/subscriptions/sub_none', 404, { code: 'resource_missing', param: 'id' }],
    ["an id that is an object's own word", '/v1/customers/constructor', 404, { code: 'resource_missing', param: 'id' }],
    ['an unknown address', '/v1/nonsense', 404, {}],
    ['an unknown parameter', '/v1/customers?nonsense=1', 400, { code: 'parameter_unknown', param: 'nonsense' }],
    ['a limit that is none', '/v1/customers?limit=x', 400, { param: 'limit' }],
    ['a limit that is too high', '/v1/customers?limit=101', 400, { param: 'limit' }],
    [
      'a start that is in no list',
      '/v1/customers?starting_after=cus_x',
      400,
      { code: 'resource_missing', param: 'starting_after' },
    ],
    ['something that cannot be expanded', '/v1/prices?expand[]=data.currency', 400, { param: 'expand' }],
    ['an expansion without data', '/v1/prices?expand[]=product', 400, { param: 'expand' }],
  ])('refuses %s', async (_what, path, status, details) => {
    const { url } = await startSimulator();
    const answer = await fetch(url + path, { headers: { authorization: 'Bearer sk_test_x' } });
    expect(answer.status).toBe(status);
    expect(await answer.json()).toEqual({
      error: { ...details, type: 'invalid_request_error', message: expect.stringMatching(/./) },
    });
  });

  it('answers a body that it cannot read with a refusal of its own', async () => {
    const { url } = await startSimulator();
    const headers = { authorization: 'Bearer sk_test_x', 'content-type': 'application/x-www-form-urlencoded' };
    const bodies = ['metadata[__proto__][x]=1&metadata[a][b][c]=1', `name=${'x'.repeat(200_000)}`, '[]=&%=1'];
    const statuses = bodies.map(async (body) => {
      const answer = await fetch(`${url}/v1/customers`, { method: 'POST', headers, body });
      return answer.status;
    });
    expect(await Promise.all(statuses)).toEqual([400, 413, 400]);
  });

  it('pages through a list, newest first, forwards and backwards', async () => {
    const { stripe } = await startSimulator();
    const ids: string[] = [];
    for (let number = 0; number < 5; number += 1) ids.unshift((await stripe.customers.create({})).id);
    const first = await stripe.customers.list({ limit: 2 });
    expect(first).toMatchObject({ has_more: true, url: '/v1/customers' });
    expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    const last = await stripe.customers.list({ limit: 2, starting_after: ids[3] ?? '' });
    expect(last).toMatchObject({ has_more: false, data: [{ id: ids[4] }] });
    const before = await stripe.customers.list({ limit: 2, ending_before: ids[3] ?? '' });
    expect(before.data.map(({ id }) => id)).toEqual(ids.slice(1, 3));
    const all: string[] = [];
    for await (const { id } of stripe.customers.list({ limit: 2 })) all.push(id);
    expect(all).toEqual(ids);
  });

  it('expands what is asked for, and leaves its own state as it was', async () => {
    const { stripe } = await startSimulator();
    const price = await stripe.prices.retrieve(starter, { expand: ['product.default_price'] });
    expect(price.product).toMatchObject({ id: 'prod_inlet_starter', default_price: { id: starter } });
    const { data } = await stripe.prices.list({ expand: ['data.product'] });
    expect(data.map(({ product }) => typeof product)).toEqual(Array(4).fill('object'));
    expect((await stripe.prices.retrieve(starter)).product).toBe('prod_inlet_starter');
  });
});
