import { expect, type Page } from '@playwright/test';
import { giveAuthenticator, keepRecoveryCodes, setUpApp } from './factors.ts';
import { test } from './fixtures.ts';
import { expectGoodInBothThemes, expectLandingPage, signIn } from './pages.ts';
import { newPerson, type Person } from './people.ts';

test('a person who has lost the app signs in by a recovery code, which works once', async ({
  page,
  request,
  watch,
}) => {
  watch.expectStatus(401);
  const person = await newPerson(request);
  await signIn(page, '/settings/security', person);
  const { recoveryCodes } = await setUpApp(page);
  expect(recoveryCodes).toHaveLength(10);
  await expect(page.getByText(/10 recovery codes are left/)).toBeVisible();
  const [first = '', second = ''] = recoveryCodes;
  await signOut(page);
  await giveTheRightPassword(page, person);
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
  await expectGoodInBothThemes(page);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(first);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/dashboard');
  await signOut(page);
  await giveTheRightPassword(page, person);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(first);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  // Without any code, somebody else has to help.
  await expect(page.getByText(/The operator of this installation can reset your second factor/)).toBeVisible();
  await page.getByLabel('Recovery code').fill(second);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/dashboard');
  await page.goto('/settings/security');
  await expect(page.getByText(/8 recovery codes are left/)).toBeVisible();
});

test('a passkey signs in alone, and is the second step after a password', async ({ page, request }) => {
  await giveAuthenticator(page);
  const person = await newPerson(request);
  await signIn(page, '/settings/security', person);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  expect(await keepRecoveryCodes(page)).toHaveLength(10);
  const passkeys = page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem');
  await expect(passkeys).toHaveText(/Chrome on Linux.*Never used/);
  await expectGoodInBothThemes(page);
  await signOut(page);
  await page.goto('/settings/security');
  await page.getByRole('button', { name: 'Continue with a passkey' }).click();
  await expect(page).toHaveURL('/settings/security');
  await expect(passkeys).toHaveText(/Last used/);
  await signOut(page);
  await giveTheRightPassword(page, person);
  await page.getByRole('button', { name: 'Continue with your passkey' }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('a person removes the last passkey, and the password is enough again', async ({ page, request }) => {
  await giveAuthenticator(page);
  const person = await newPerson(request);
  await signIn(page, '/settings/security', person);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await keepRecoveryCodes(page);
  await page.getByRole('button', { name: /^Delete Chrome/ }).click();
  await expect(page.getByText('You have no passkey yet.')).toBeVisible();
  await signOut(page);
  await giveTheRightPassword(page, person);
  await expect(page).toHaveURL('/dashboard');
});

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Profile' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expectLandingPage(page);
}

async function giveTheRightPassword(page: Page, { email, password }: Person): Promise<void> {
  await page.goto('/auth');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}
