import Stripe from 'stripe';
import { describe, expect } from 'vitest';
import { checkoutParams, connect, it, starter, startSimulator } from '#simulator.test-setup.ts';

const authorization = 'Bearer sk_test_x';
const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

describe('the conduct of the API', () => {
  it('turns away who brings no key, a live one or nonsense', async ({ url, simulator: { port } }) => {
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

  it('says in which version it answers, and gives the request an id', async ({ stripe, url }) => {
    const { lastResponse } = await stripe.products.list();
    expect(lastResponse.apiVersion).toBe(Stripe.API_VERSION);
    expect(lastResponse.requestId).toMatch(/^req_/);
    const answer = await fetch(`${url}/v1/prices`, { headers: { authorization, 'stripe-version': '2020-08-27' } });
    expect(answer.headers.get('stripe-version')).toBe('2020-08-27');
  });

  it('does a repeated request once and answers it alike', async ({ stripe }) => {
    const first = await stripe.customers.create({ email: 'a@example.com' }, { idempotencyKey: 'k1' });
    const second = await stripe.customers.create({ email: 'a@example.com' }, { idempotencyKey: 'k1' });
    expect(second.id).toBe(first.id);
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect((await stripe.customers.list()).data).toHaveLength(1);
  });

  it('refuses a key that comes back with other parameters, or to another address', async ({ stripe }) => {
    const idempotencyKey = 'k1';
    await stripe.customers.create({ email: 'a@example.com' }, { idempotencyKey });
    const otherParams = stripe.customers.create({ email: 'b@example.com' }, { idempotencyKey });
    await expect(otherParams).rejects.toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
    const otherAddress = stripe.products.update('prod_inlet_pro', { name: 'x' }, { idempotencyKey });
    await expect(otherAddress).rejects.toMatchObject({ type: 'StripeIdempotencyError' });
    expect((await stripe.customers.list()).data).toHaveLength(1);
  });

  it('lets a refused request be made again, put right, with the same key', async ({ stripe }) => {
    const idempotencyKey = 'k1';
    const customer = await stripe.customers.create({});
    const wrong = { ...checkoutParams(customer.id), expires_at: 1 };
    await expect(stripe.checkout.sessions.create(wrong, { idempotencyKey })).rejects.toMatchObject({ statusCode: 400 });
    const session = await stripe.checkout.sessions.create(checkoutParams(customer.id), { idempotencyKey });
    expect(session.status).toBe('open');
  });

  it.each([
    ['is tried again by the library when it fails', { requests: 2, status: 503 }],
    ['did the work whose answer was lost, and does it no second time', { requests: 1, when: 'after' }],
  ])('%s', async (_what, fault) => {
    const { stripe, control } = await startSimulator();
    await control('faults', fault);
    const customer = await stripe.customers.create({ email: 'a@example.com' });
    expect(ids((await stripe.customers.list()).data)).toEqual([customer.id]);
  });

  it('fails for good when it fails more often than the library tries', async ({ simulator: { port, control } }) => {
    await control('faults', { requests: 2, status: 500 });
    const once = connect(port, 'sk_test_x', 0);
    await expect(once.customers.create({})).rejects.toMatchObject({ type: 'StripeAPIError', statusCode: 500 });
    await expect(once.customers.create({})).rejects.toMatchObject({ statusCode: 500 });
    expect((await once.customers.list()).data).toEqual([]);
  });

  it.each([
    ['an unknown id', 'subscriptions/sub_none', 404, { code: 'resource_missing', param: 'id' }],
    ["an id that is an object's own word", 'customers/constructor', 404, { code: 'resource_missing', param: 'id' }],
    ['an unknown address', 'nonsense', 404, {}],
    ['an unknown parameter', 'customers?nonsense=1', 400, { code: 'parameter_unknown', param: 'nonsense' }],
    ['a limit that is none', 'customers?limit=x', 400, { param: 'limit' }],
    ['a limit that is too high', 'customers?limit=101', 400, { param: 'limit' }],
    [
      'a start that is in no list',
      'customers?starting_after=x',
      400,
      { code: 'resource_missing', param: 'starting_after' },
    ],
    ['something that cannot be expanded', 'prices?expand[]=data.currency', 400, { param: 'expand' }],
    ['an expansion without data', 'prices?expand[]=product', 400, { param: 'expand' }],
  ])('refuses %s', async (_what, path, status, details) => {
    const { url } = await startSimulator();
    const answer = await fetch(`${url}/v1/${path}`, { headers: { authorization } });
    expect(answer.status).toBe(status);
    expect(await answer.json()).toEqual({
      error: { ...details, type: 'invalid_request_error', message: expect.stringMatching(/./) },
    });
  });

  it.each([
    ['metadata[__proto__][x]=1&metadata[a][b][c]=1', 400],
    [`email=${'x'.repeat(200_000)}`, 413],
    ['[]=&%=1', 400],
  ])('answers a body that it cannot read with a refusal of its own', async (body, status) => {
    const { url } = await startSimulator();
    const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' };
    expect((await fetch(`${url}/v1/customers`, { method: 'POST', headers, body })).status).toBe(status);
  });

  it('pages through a list, newest first', async ({ stripe }) => {
    const made: string[] = [];
    for (let number = 0; number < 5; number += 1) made.unshift((await stripe.customers.create({})).id);
    const first = await stripe.customers.list({ limit: 2 });
    expect(first).toMatchObject({ has_more: true, url: '/v1/customers' });
    expect(ids(first.data)).toEqual(made.slice(0, 2));
    const last = await stripe.customers.list({ limit: 2, starting_after: made[3] ?? '' });
    expect(last).toMatchObject({ has_more: false, data: [{ id: made[4] }] });
    expect(ids(await stripe.customers.list({ limit: 2 }).autoPagingToArray({ limit: 10 }))).toEqual(made);
  });

  it('expands what is asked for, and leaves its own state as it was', async ({ stripe }) => {
    const price = await stripe.prices.retrieve(starter, { expand: ['product.default_price'] });
    expect(price.product).toMatchObject({ id: 'prod_inlet_starter', default_price: { id: starter } });
    const { data } = await stripe.prices.list({ expand: ['data.product'] });
    expect(data.map(({ product }) => typeof product)).toEqual(Array(4).fill('object'));
    expect((await stripe.prices.retrieve(starter)).product).toBe('prod_inlet_starter');
  });
});
