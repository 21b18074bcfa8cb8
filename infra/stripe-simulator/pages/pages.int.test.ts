import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { describe, expect } from 'vitest';
import { it, startSimulator } from '#simulator.test-setup.ts';

const pageAt = async (url: string | null) => (await fetch(url ?? '')).text();

describe('the checkout page', () => {
  it('says what is bought, for how much, and that it is no real Stripe', async ({ checkout: { session } }) => {
    const page = await pageAt(session.url);
    for (const words of ['Local test Stripe', 'Early Pro', '€49.00 a year', 'Paid by ada@example.com']) {
      expect(page).toContain(words);
    }
    expect(page).not.toContain('<script');
  });

  it('shows what people wrote as text, never as a part of the page', async ({ simulator, checkout }) => {
    const { customer, session } = checkout;
    await simulator.stripe.products.update('prod_inlet_early_pro', { name: '<img src=x onerror=alert(1)>"\'&' });
    await simulator.stripe.customers.update(customer.id, { email: '"><script>@example.com' });
    const page = await pageAt(session.url);
    expect(page).not.toMatch(/<img|<script/);
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;');
  });

  it('declines the card, leaves the checkout open, and takes a better card', async ({ checkout: { press, read } }) => {
    const declined = await press('decline');
    expect(declined.status).toBe(402);
    expect(await declined.text()).toContain('Your card was declined.');
    expect((await read()).status).toBe('open');
    expect((await press('pay')).status).toBe(303);
  });

  it('leads back without a payment, and stays open', async ({ checkout: { press, read } }) => {
    const answer = await press('cancel');
    expect(answer.headers.get('location')).toBe('https://inlet.example/payment/canceled?canceled=true');
    expect((await read()).status).toBe('open');
  });

  it('answers nonsense with a page that says so', async ({ simulator, checkout: { press } }) => {
    expect((await press('dance')).status).toBe(400);
    const absent = await fetch(`${simulator.url}/c/pay/cs_test_none`);
    expect(absent.status).toBe(404);
    expect(await absent.text()).toContain('Not found');
  });
});

describe('the portal page', () => {
  it('shows the plan, its renewal, its invoice and the way back', async ({ subscribe }) => {
    const page = await pageAt((await subscribe()).portalUrl);
    for (const words of ['Starter', '€5.00 a month', 'Renews', '-0001', 'href="https://inlet.example/dashboard"']) {
      expect(page).toContain(words);
    }
  });

  it('cancels at the end of the period and resumes', async ({ purchase: { press, read, portalUrl } }) => {
    await press('cancel-at-end');
    expect(await read()).toMatchObject({ status: 'active', cancel_at_period_end: true });
    expect(await pageAt(portalUrl)).toContain('Resume');
    await press('resume');
    expect(await read()).toMatchObject({ status: 'active', cancel_at_period_end: false });
  });

  it("does nothing to somebody else's subscription", async ({ subscribe }) => {
    const [mine, theirs] = [await subscribe(), await subscribe()];
    const answer = await mine.press('cancel', { subscription: theirs.subscription.id });
    expect(answer.status).toBe(404);
    expect((await theirs.read()).status).toBe('active');
  });

  it('is refused for a customer who is not there', async ({ stripe }) => {
    const refused = stripe.billingPortal.sessions.create({ customer: 'cus_none', return_url: 'https://inlet.example' });
    await expect(refused).rejects.toMatchObject({ code: 'resource_missing', param: 'customer' });
  });
});

describe('the other pages', () => {
  it('list what is for sale, and who has what', async () => {
    const { url, subscribe } = await startSimulator();
    await subscribe();
    expect(await pageAt(url)).toContain('ada@example.com');
  });

  it('answers the probes', async ({ url }) => {
    expect((await fetch(`${url}/livez`)).status).toBe(200);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  });
});

describe('who may ask', () => {
  const ask = async (url: string, method: string, headers: Record<string, string>) => {
    const outgoing = request(url, { method, headers: { 'content-type': 'application/json', ...headers } });
    outgoing.end(method === 'POST' ? '{"requests":0}' : undefined);
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    answer.resume();
    return answer.statusCode;
  };

  it('is no website that leads its visitor’s browser here, by a name of its own or from its own pages', async ({
    simulator,
  }) => {
    const { url, port } = simulator;
    const own = { host: `localhost:${port}` };
    const authorization = 'Bearer sk_test_inlet';
    const control = `${url}/_control/faults`;
    expect(await ask(control, 'POST', { ...own, origin: 'https://evil.test' })).toBe(403);
    expect(await ask(control, 'POST', { ...own, origin: 'null' })).toBe(403);
    expect(await ask(`${url}/v1/customers`, 'POST', { host: `evil.test:${port}`, authorization })).toBe(403);
    expect(await ask(url, 'GET', { host: `evil.test:${port}` })).toBe(403);
    expect(await ask(url, 'GET', { host: `stripe:${port}` })).toBe(403);
    expect(await ask(control, 'POST', { ...own, origin: `http://localhost:${port}` })).toBe(200);
    expect(await ask(url, 'GET', own)).toBe(200);
  });

  it('is who calls it by the name that it was given among containers', async () => {
    const { url, port } = await startSimulator({ STRIPE_HOST_NAME: 'stripe' });
    expect(await ask(url, 'GET', { host: `stripe:${port}` })).toBe(200);
    expect(await ask(url, 'GET', { host: `evil.test:${port}` })).toBe(403);
  });

  it('are the pages themselves: their policy lets a browser name them as the origin of a form', async ({ url }) => {
    expect((await fetch(url)).headers.get('referrer-policy')).toBe('same-origin');
  });
});
