import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { linkInMailTo } from './mails.ts';

const run = promisify(execFile);
const journeyTimeoutMs = 120_000;

test('from the waitlist to a plan, and out of it again', async ({ page, request, watch }, { config }) => {
  const { mailUrl, operations }: { mailUrl?: string; operations?: string } = config.metadata;
  if (mailUrl === undefined || operations === undefined) throw new Error('MAIL_URL or OPERATIONS is not set');
  test.setTimeout(journeyTimeoutMs);
  const email = `${randomUUID()}@example.test`;

  await joinWaitlist(page, email);
  await inviteNext(operations, email);
  await page.goto(await linkInMailTo(request, mailUrl, email));
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('a-new-password');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Choose Your Plan' })).toBeVisible();

  await page.getByRole('button', { name: 'Claim Your Spot' }).click();
  const back = page.getByRole('button', { name: 'Go back without paying' });
  await expect(back).toBeVisible();
  watch.expectRequestsTo(new URL(page.url()).origin);
  await back.click();
  await expect(page).toHaveURL('/payment/canceled?canceled=true');
  await expect(page.getByText('Nothing was charged.')).toBeVisible();
  await page.getByRole('link', { name: 'Try Again' }).click();
  await expect(page).toHaveURL('/pricing');
  await page.getByRole('button', { name: 'Claim Your Spot' }).click();
  await page.getByRole('button', { name: 'Go back without paying' }).click();
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await page.getByRole('button', { name: 'Claim Your Spot' }).click();
  await page.getByRole('button', { name: 'Pay and subscribe' }).click();
  await expect(page).toHaveURL('/payment/success?success=true');
  await expect(page.getByRole('heading', { name: 'Processing Your Payment' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible({ timeout: 35_000 });
  await expect(page.getByRole('heading', { name: 'Early Pro' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to Dashboard' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();

  await page.getByRole('button', { name: 'Profile' }).click();
  await page.getByRole('menuitem', { name: 'Manage Billing' }).click();
  await page.getByRole('button', { name: 'Cancel now' }).click();
  await page.getByRole('link', { name: 'Return to the website' }).click();
  await expect(page.getByRole('heading', { name: 'Choose Your Plan' })).toBeVisible({ timeout: 20_000 });
});

async function joinWaitlist(page: Page, email: string): Promise<void> {
  await page.goto('/auth?early_pro=true');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Join the waitlist' }).click();
  await expect(page).toHaveURL(/waitlist_success=true/);
}

/** Invites as an operator does; the entry may still be on its way to the database. */
async function inviteNext(operations: string, email: string): Promise<void> {
  const invite = async () => (await run(process.execPath, [operations, 'invite', '--next', '5'])).stdout;
  await expect.poll(invite, { timeout: 20_000 }).toContain(email);
}
