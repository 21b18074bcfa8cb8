import type { Product } from '@inlet/contracts/billing';
import type { User } from '@inlet/contracts/sessions';
import { type APIRequestContext, expect, test } from '@playwright/test';
import { inviteNext } from './buying.ts';
import { linkInMailTo, mailCatcherUrl } from './mails.ts';
import { newPerson, type Person } from './people.ts';

export interface Subscriber extends Person {
  readonly headers: { readonly authorization: string };
  /** Changes to a price as a customer does at the payment provider, and waits until the plan is active. */
  readonly changeTo: (priceId: string, plan: string) => Promise<void>;
  /** Ends the subscription at once. */
  readonly cancel: () => Promise<void>;
}

/** A person who was invited and bought Early Pro, without the browser. */
export async function newSubscriber(request: APIRequestContext): Promise<Subscriber> {
  const { baseURL = '' } = test.info().project.use;
  const person = await newPerson(request);
  const headers = { authorization: `Bearer ${person.accessToken}` };
  const read = async <Body>(path: string): Promise<Body> => (await request.get(path, { headers })).json();
  const post = async (path: string, data: object) => {
    const answer = await request.post(path, { data, headers });
    expect([path, answer.status()]).toEqual([path, 200]);
    return answer.json();
  };
  const { waitlistEndpointId } = await read<{ waitlistEndpointId: string }>('/api/config');
  const entry = { timestamp: new Date().toISOString(), source: 'auth_page', plan_interest: 'early_pro' };
  await post(`/api/forms/${waitlistEndpointId}`, { email: person.email, ...entry });
  await inviteNext(request, person.email);
  const link = await linkInMailTo(request, mailCatcherUrl(), person.email, /https?:\/\/\S+invite=\S+/);
  await post('/api/v1/me/invitation', { token: new URL(link, baseURL).searchParams.get('invite') });

  const { id: userId } = await read<User>('/api/v1/me');
  const { products } = await read<{ products: Product[] }>('/api/products');
  const priceId = products.find(({ metadata }) => metadata.plan_key === 'early_pro')?.prices[0]?.id;
  const [successUrl, cancelUrl] = [`${baseURL}/payment/success?success=true`, `${baseURL}/payment/canceled`];
  const checkout = { priceId, planType: 'early_pro', userId, successUrl, cancelUrl };
  const { url } = await post('/api/payment/create-checkout-session', checkout);
  await request.post(url, { form: { action: 'pay' }, maxRedirects: 0 });
  const waitForPlan = (plan: string) => expect.poll(async () => (await read<User>('/api/v1/me')).plan).toBe(plan);
  await waitForPlan('early_pro');

  const act = async (form: Readonly<Record<string, string>>) => {
    const portal = await post('/api/payment/create-portal-session', { userId, returnUrl: `${baseURL}/dashboard` });
    const page = await (await request.get(portal.url)).text();
    const subscription = /name="subscription" value="([^"]+)"/.exec(page)?.[1] ?? '';
    const answer = await request.post(portal.url, { form: { subscription, ...form }, maxRedirects: 0 });
    expect(answer.status()).toBe(303);
  };
  return {
    ...person,
    headers,
    changeTo: async (price, plan) => {
      await act({ action: 'change', price });
      await waitForPlan(plan);
    },
    cancel: async () => {
      await act({ action: 'cancel' });
      await waitForPlan('free');
    },
  };
}
