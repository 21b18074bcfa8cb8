import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { describe, expect, it } from 'vitest';
import {
  checkoutParams,
  earlyPro,
  pro,
  starter,
  startSimulator,
  submit,
  type TestSimulator,
} from '#simulator.test-setup.ts';

const pageAt = async (url: string) => (await fetch(url)).text();

async function openPortal({ stripe, subscribe }: TestSimulator, price = starter) {
  const { customer, subscription } = await subscribe(price);
  const session = await stripe.billingPortal.sessions.create({
    customer: customer.id,
    return_url: 'https://inlet.example/dashboard',
  });
  const press = (action: string, fields: Record<string, string> = {}) =>
    submit(session.url, { action, subscription: subscription.id, ...fields });
  const read = () => stripe.subscriptions.retrieve(subscription.id);
  return { customer, session, press, read };
}

describe('the checkout page', () => {
  it('says what is bought, for how much, and that it is no real Stripe', async () => {
    const { stripe } = await startSimulator();
    const customer = await stripe.customers.create({ email: 'ada@example.com' });
    const { url } = await stripe.checkout.sessions.create(checkoutParams(customer.id));
    const page = await pageAt(url ?? '');
    for (const words of ['Local test Stripe', 'Early Pro', '€49.00 a year', 'Paid by ada@example.com']) {
      expect(page).toContain(words);
    }
    expect(page).not.toContain('<script');
  });

  it('shows what people wrote as text, never as a part of the page', async () => {
    const { stripe } = await startSimulator();
    await stripe.products.update('prod_inlet_early_pro', { name: '<img src=x onerror=alert(1)>"\'&' });
    const customer = await stripe.customers.create({ email: '"><script>@example.com' });
    const { url } = await stripe.checkout.sessions.create(checkoutParams(customer.id));
    const page = await pageAt(url ?? '');
    expect(page).not.toMatch(/<img|<script/);
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;');
  });

  it('declines the card, leaves the checkout open, and takes a better card', async () => {
    const { stripe } = await startSimulator();
    const customer = await stripe.customers.create({ email: 'ada@example.com' });
    const session = await stripe.checkout.sessions.create(checkoutParams(customer.id));
    const declined = await submit(session.url ?? '', { action: 'decline' });
    expect(declined.status).toBe(402);
    expect(await declined.text()).toContain('Your card was declined.');
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('open');
    expect((await submit(session.url ?? '', { action: 'pay' })).status).toBe(303);
  });

  it('leads back without a payment, and stays open', async () => {
    const { stripe } = await startSimulator();
    const customer = await stripe.customers.create({});
    const session = await stripe.checkout.sessions.create(checkoutParams(customer.id));
    const answer = await submit(session.url ?? '', { action: 'cancel' });
    expect(answer.headers.get('location')).toBe('https://inlet.example/payment/canceled?canceled=true');
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('open');
  });

  it('lets it expire, tells so, and offers nothing more', async () => {
    const { stripe } = await startSimulator();
    const customer = await stripe.customers.create({});
    const session = await stripe.checkout.sessions.create(checkoutParams(customer.id));
    const answer = await submit(session.url ?? '', { action: 'expire' });
    const page = await answer.text();
    expect(page).toContain('has expired');
    expect(page).not.toContain('<button');
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('expired');
  });

  it('answers nonsense with a page that says so', async () => {
    const { stripe, url } = await startSimulator();
    const customer = await stripe.customers.create({});
    const session = await stripe.checkout.sessions.create(checkoutParams(customer.id));
    expect((await submit(session.url ?? '', { action: 'dance' })).status).toBe(400);
    const absent = await fetch(`${url}/c/pay/cs_test_none`);
    expect(absent.status).toBe(404);
    expect(await absent.text()).toContain('Not found');
  });
});

describe('the portal page', () => {
  it('shows the plan, its renewal, its invoice and the way back', async () => {
    const { session } = await openPortal(await startSimulator());
    const page = await pageAt(session.url);
    for (const words of ['Starter', '€5.00 a month', 'Renews', '-0001', 'href="https://inlet.example/dashboard"']) {
      expect(page).toContain(words);
    }
  });

  it('changes the plan', async () => {
    const { press, read, session } = await openPortal(await startSimulator());
    const answer = await press('change', { price: pro });
    expect(new URL(answer.headers.get('location') ?? '', session.url).href).toBe(session.url);
    expect((await read()).items.data).toMatchObject([{ price: { id: pro } }]);
    expect((await press('change', { price: 'price_none' })).status).toBe(400);
  });

  it('cancels at the end of the period and resumes', async () => {
    const { press, read, session } = await openPortal(await startSimulator());
    await press('cancel-at-end');
    expect(await read()).toMatchObject({ status: 'active', cancel_at_period_end: true });
    expect(await pageAt(session.url)).toContain('Resume');
    await press('resume');
    expect(await read()).toMatchObject({ status: 'active', cancel_at_period_end: false });
  });

  it('cancels now, for good', async () => {
    const { press, read, session } = await openPortal(await startSimulator());
    await press('cancel');
    expect((await read()).status).toBe('canceled');
    expect((await press('resume')).status).toBe(400);
    expect(await pageAt(session.url)).not.toContain('Cancel now');
  });

  it('renews now, and fails the renewal when the card is to be declined', async () => {
    const simulator = await startSimulator();
    const { press, read, session } = await openPortal(simulator, earlyPro);
    await press('renew');
    expect((await simulator.stripe.invoices.list()).data).toHaveLength(2);
    expect((await read()).status).toBe('active');
    await press('break-card');
    expect(await pageAt(session.url)).toContain('The card is declined');
    await press('renew');
    expect((await read()).status).toBe('past_due');
    await press('repair-card');
    expect((await read()).status).toBe('active');
  });

  it("does nothing to somebody else's subscription", async () => {
    const simulator = await startSimulator();
    const mine = await openPortal(simulator);
    const theirs = await openPortal(simulator);
    const { id } = await theirs.read();
    const answer = await submit(mine.session.url, { action: 'cancel', subscription: id });
    expect(answer.status).toBe(404);
    expect((await theirs.read()).status).toBe('active');
  });

  it('is refused for a customer who is not there', async () => {
    const { stripe } = await startSimulator();
    const refused = stripe.billingPortal.sessions.create({ customer: 'cus_none' });
    await expect(refused).rejects.toMatchObject({ code: 'resource_missing', param: 'customer' });
  });
});

describe('the other pages', () => {
  it('list what is for sale, who has what, and what was delivered', async () => {
    const { url, subscribe } = await startSimulator({ webhookUrl: 'http://127.0.0.1:9/' });
    await subscribe();
    expect(await pageAt(url)).toContain('ada@example.com');
    expect(await pageAt(`${url}/deliveries`)).toContain('checkout.session.completed');
    expect((await submit(`${url}/deliveries`, { event: 'evt_none' })).status).toBe(404);
  });

  it('answers the probes', async () => {
    const { url } = await startSimulator();
    expect((await fetch(`${url}/livez`)).status).toBe(200);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  });
});

describe('who may ask', () => {
  const ask = async (url: string, method: string, headers: Record<string, string>) => {
    const outgoing = request(url, {
      method,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });
    outgoing.end('seconds=1860');
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    answer.resume();
    return answer.statusCode;
  };

  it('is no website that leads its visitor’s browser here, by a name of its own or from its own pages', async () => {
    const { url, port } = await startSimulator();
    const own = { host: `localhost:${port}` };
    const authorization = 'Bearer sk_test_inlet';
    expect(await ask(`${url}/clock`, 'POST', { ...own, origin: 'https://evil.test' })).toBe(403);
    expect(await ask(`${url}/clock`, 'POST', { ...own, origin: 'null' })).toBe(403);
    expect(await ask(`${url}/_control/clock`, 'POST', { ...own, origin: 'https://evil.test' })).toBe(403);
    expect(await ask(`${url}/v1/customers`, 'POST', { host: `evil.test:${port}`, authorization })).toBe(403);
    expect(await ask(`${url}/deliveries`, 'GET', { host: `evil.test:${port}` })).toBe(403);
    expect(await ask(`${url}/deliveries`, 'GET', { host: `stripe:${port}` })).toBe(403);
    expect(await ask(`${url}/clock`, 'POST', { ...own, origin: `http://localhost:${port}` })).toBe(303);
    expect(await ask(`${url}/deliveries`, 'GET', own)).toBe(200);
  });

  it('is who calls it by the name that it was given among containers', async () => {
    const { url, port } = await startSimulator({ hostNames: ['stripe'] });
    expect(await ask(`${url}/deliveries`, 'GET', { host: `stripe:${port}` })).toBe(200);
    expect(await ask(`${url}/deliveries`, 'GET', { host: `evil.test:${port}` })).toBe(403);
  });

  it('are the pages themselves: their policy lets a browser name them as the origin of a form', async () => {
    const { url } = await startSimulator();
    expect((await fetch(`${url}/clock`)).headers.get('referrer-policy')).toBe('same-origin');
  });
});
