import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { mailCatcherUrl, mailsTo } from './mails.ts';
import { expectGoodInBothThemes, expectNoSidewaysScroll } from './pages.ts';

const run = promisify(execFile);

function given(name: 'operations' | 'stripeUrl'): string {
  const value: string | undefined = test.info().config.metadata[name];
  if (value === undefined) throw new Error('OPERATIONS or STRIPE_URL is not set');
  return value;
}

/** The origin of the payment provider's pages, as the service links to them. */
export function playStripe(): string {
  return new URL(given('stripeUrl')).origin.replace('//localhost:', '//127.0.0.1:');
}

export async function joinWaitlist(page: Page, email: string): Promise<void> {
  await page.goto('/auth?early_pro=true');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Join the waitlist' }).click();
  await expect(page).toHaveURL(/waitlist_success=true/);
}

/**
 * Invites as an operator does; the entry may still be on its way to the database, and another test may invite the same
 * address.
 */
export async function inviteNext(request: APIRequestContext, email: string): Promise<void> {
  const invite = async () => (await run(process.execPath, [given('operations'), 'invite', '--next', '5'])).stdout;
  const isMailed = async () => {
    const texts = await mailsTo(request, mailCatcherUrl(), email);
    return texts.some((text) => text.includes('invite='));
  };
  await expect.poll(async () => (await invite()).includes(email) || (await isMailed())).toBe(true);
}

/** Sells starter and pro to everybody, and returns a function that reverts this. */
export async function productsOnSale(request: APIRequestContext): Promise<() => Promise<void>> {
  const sell = async (sale: string) => {
    for (const plan of ['starter', 'pro']) {
      const answer = await request.post(`${playStripe()}/v1/products/prod_inlet_${plan}`, {
        headers: { authorization: 'Bearer sk_test_inlet' },
        form: { 'metadata[sale]': sale },
      });
      expect(answer.status()).toBe(200);
    }
    const sales = async () => {
      const { products } = await (await request.get('/api/products')).json();
      const found = products.filter(({ metadata }: Product) => metadata.plan_key !== 'early_pro');
      return found.map(({ metadata }: Product) => metadata.sale);
    };
    await expect.poll(sales).toEqual([sale, sale]);
  };
  await sell('open');
  return () => sell('soon');
}

interface Product {
  readonly metadata: { readonly plan_key: string; readonly sale: string };
}

/** Pays on the payment page, and waits until the plan is active. */
export async function payOn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Pay and subscribe' }).click();
  await expect(page).toHaveURL('/payment/success?success=true');
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible();
}

export interface FirstForm {
  readonly path: string;
  readonly endpoint: string;
}

export async function createFirstForm(page: Page): Promise<FirstForm> {
  await page.goto('/forms/new');
  await page.getByLabel('Form name').fill('Contact');
  await page.getByLabel('Origin 1').fill('https://www.example.com');
  const created = page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.status() === 201);
  await page.getByRole('button', { name: 'Create Form' }).click();
  const { id, endpointUrl } = await (await created).json();
  await expect(page).toHaveURL(new RegExp(`/forms/${id}`));
  return { path: `/forms/${id}`, endpoint: endpointUrl };
}

export async function sendFirst(page: Page, request: APIRequestContext, form: FirstForm): Promise<void> {
  const answer = await request.post(form.endpoint, {
    data: { name: 'Grace Hopper', email: 'grace@example.test' },
    headers: { origin: 'https://www.example.com' },
  });
  expect(answer.status()).toBe(200);
  await page.goto(form.path);
  await expect(page.getByText('Grace Hopper').first()).toBeVisible();
}

/** Cancels at the end of the period, and reverts that. */
export async function cancelAndResume(page: Page): Promise<void> {
  await page.goto('/settings/billing');
  await page.getByRole('button', { name: 'Cancel Subscription' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Cancel your subscription?' });
  await expect(dialog).toContainText('100 submissions a month');
  await expect(dialog).toContainText('Your forms and their submissions are kept.');
  await expectGoodAtEveryWidth(page);
  await dialog.getByRole('button', { name: 'Cancel Subscription' }).click();
  await expect(page.getByText(/^Your subscription ends on/)).toBeVisible();
  await expectGoodAtEveryWidth(page);
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await navigation.getByRole('link', { name: 'Dashboard' }).click();
  const lastDay = page.getByText(/^(?:Early Pro|Starter Plan|Pro Plan) until [A-Z][a-z]{2} \d+, \d{4}$/);
  await expect(lastDay).toBeVisible();
  await expectGoodAtEveryWidth(page);
  await page.goto('/settings/billing');
  await page.getByRole('button', { name: 'Resume Subscription' }).click();
  await expect(page.getByText(/^Renews on/)).toBeVisible();
  await navigation.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await expect(lastDay).toBeHidden();
}

/** Checks the current page in both themes, and at the smallest width. */
export async function expectGoodAtEveryWidth(page: Page): Promise<void> {
  await expectGoodInBothThemes(page);
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  if (size) await page.setViewportSize(size);
}

export async function deleteOwnAccount(page: Page, password: string): Promise<void> {
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Delete account' }).click();
  await page.getByRole('alertdialog').getByLabel('Your password').fill(password);
  await page.getByRole('button', { name: 'Yes, delete forever' }).click();
}
