import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { linkInMailTo, mailCatcherUrl } from './mails.ts';
import { expectAccessible, expectGoodInBothThemes, expectLandingPage, signIn } from './pages.ts';
import { newPerson } from './people.ts';

test('a new person creates an account, sees the plans, and can sign out', async ({ page }) => {
  await page.goto('/auth');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page).toHaveURL('/auth?mode=sign-up');
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription(
    '8 or more characters. Avoid common passwords and your email address.',
  );
  await expectAccessible(page);
  await page.getByLabel('Email').fill(newEmail());
  await page.getByLabel('Password').fill('a-new-password');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('heading', { name: 'Choose Your Plan' })).toBeVisible();
  await page.getByRole('button', { name: 'Profile' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expectLandingPage(page);
});

test('an address that has an account is not given a second one', async ({ page, request, watch }) => {
  watch.expectStatus(409);
  const email = newEmail();
  const first = await request.post('/api/auth/sign-up', {
    data: { email, password: 'a-password', transport: 'token' },
  });
  expect(first.status()).toBe(201);
  await page.goto('/auth?mode=sign-up');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('another-password');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('alert')).toHaveText('An account with this email address exists already');
});

test('a forgotten password is replaced by a mailed link', async ({ page, request }) => {
  const email = newEmail();
  await request.post('/api/auth/sign-up', { data: { email, password: 'forgotten again', transport: 'token' } });
  await page.goto('/auth');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByRole('status')).toContainText(email);
  await page.goto(await linkInMailTo(request, mailCatcherUrl(), email, /https?:\/\/\S+mode=reset\S+/));
  await page.getByLabel('New password').fill('remembered');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('status')).toContainText('Your password is changed');
  await page.getByRole('link', { name: 'Go to sign-in' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('remembered');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('a link that is not valid says so', async ({ page, watch }) => {
  watch.expectStatus(400);
  await page.goto('/auth?mode=reset&token=not-a-token');
  await page.getByLabel('New password').fill('a-new-password');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('alert')).toHaveText('This link is not valid any more. Ask for a new one.');
});

const ways = [
  ['', 'Sign in'],
  ['?mode=sign-up', 'Create an account'],
  ['?early_pro=true', 'Join the waitlist'],
  ['?mode=waitlist&waitlist_success=true', 'Join the waitlist'],
  ['?mode=forgot', 'Forgot your password?'],
  ['?mode=reset&token=x', 'Choose a new password'],
  ['?mode=confirm-email&token=x', 'Confirm your email'],
  ['?mode=verify&token=x', 'Verify your email'],
] as const;

for (const [query, title] of ways) {
  test(`/auth${query} is for everybody, in both themes and at 320 pixels`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(`/auth${query}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expectGoodInBothThemes(page);
  });
}

test('the plans are accessible, in both themes and at 320 pixels', async ({ page, request }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(page, '/dashboard', await newPerson(request));
  await expect(page.getByRole('heading', { name: 'Choose Your Plan' })).toBeVisible();
  await expect(page.getByText('Limited Time: Early Pro Special')).toBeVisible();
  await expectGoodInBothThemes(page);
});

function newEmail(): string {
  return `${randomUUID()}@example.test`;
}
