import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import {
  cancelAndResume,
  createFirstForm,
  deleteOwnAccount,
  expectGoodAtEveryWidth,
  inviteNext,
  joinWaitlist,
  payOn,
  playStripe,
  productsOnSale,
  sendFirst,
} from './buying.ts';
import { countClicks } from './clicks.ts';
import { test } from './fixtures.ts';
import { linkInMailTo, mailCatcherUrl } from './mails.ts';
import { signIn } from './pages.ts';
import { newPerson } from './people.ts';

const invitationLink = /https?:\/\/\S+invite=\S+/;
const password = 'a-new-password';

test.beforeEach(({ watch }) => {
  watch.expectRequestsTo(playStripe());
});

test('from the waitlist to a plan, a form, its first submission, and out of it again', async ({ page, request }) => {
  const email = `${randomUUID()}@example.test`;
  await joinWaitlist(page, email);
  await inviteNext(request, email);
  await page.goto(await linkInMailTo(request, mailCatcherUrl(), email, invitationLink));
  await expect(page.getByRole('heading', { name: 'Create an account' })).toBeVisible();
  await expect(page.getByText('You are invited to Early Pro.')).toContainText(email);
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expectGoodAtEveryWidth(page);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Choose Your Plan' })).toBeVisible();

  await page.getByRole('button', { name: 'Claim Your Spot' }).click();
  const back = page.getByRole('button', { name: 'Go back without paying' });
  await back.click();
  await expect(page).toHaveURL('/payment/canceled?canceled=true');
  await expect(page.getByText('Nothing was charged.')).toBeVisible();
  await expectGoodAtEveryWidth(page);
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await back.click();
  await page.getByRole('link', { name: 'Try Again' }).click();
  await expect(page).toHaveURL('/pricing');
  await expect(page.getByText(/^Your payment page is open until/)).toBeVisible();
  await page.getByRole('button', { name: 'Claim Your Spot' }).click();
  await back.click();
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await page.getByRole('button', { name: 'Claim Your Spot' }).click();
  await payOn(page);
  await expect(page.getByRole('heading', { name: 'Early Pro' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to Dashboard' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();

  const form = await createFirstForm(page);
  await sendFirst(page, request, form);
  await cancelAndResume(page);

  await page.getByRole('button', { name: 'Profile' }).click();
  await page.getByRole('menuitem', { name: 'Manage Billing' }).click();
  await page.getByRole('button', { name: 'Cancel now' }).click();
  await page.getByRole('link', { name: 'Return to the website' }).click();
  await expect(page.getByRole('heading', { name: 'Choose Your Plan' })).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Your subscription ended on/ })).toBeVisible();
  await expect(page.getByText('1 form and 1 submission are kept.')).toBeVisible();
  await expectGoodAtEveryWidth(page);
  await deleteOwnAccount(page, password);
  await expect(page).toHaveURL('/goodbye');
});

test('from sign-up to a plan that is on sale, to a larger and a smaller one, and out of it again', async ({
  page,
  request,
}) => {
  const restore = await productsOnSale(request);
  try {
    const email = `${randomUUID()}@example.test`;
    await page.goto('/auth?mode=sign-up');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Create account' }).click();
    const starter = page.getByRole('article', { name: 'Starter' });
    await starter.getByRole('button', { name: 'Choose Plan' }).click();
    await payOn(page);
    await page.getByRole('link', { name: 'Go to Dashboard' }).click();
    const form = await createFirstForm(page);
    await sendFirst(page, request, form);

    await page.goto('/settings/billing');
    await expect(page.getByRole('heading', { name: 'Starter Plan' })).toBeVisible();
    await expect(page.getByText(/^Renews on/)).toBeVisible();
    await expect(page.getByRole('list', { name: 'Invoices' }).getByRole('listitem')).toHaveCount(1);
    await expectGoodAtEveryWidth(page);

    const dialog = page.getByRole('dialog', { name: 'Change Plan' });
    const choose = async (plan: string) => {
      await page.getByRole('button', { name: 'Change Plan' }).click();
      await dialog.getByRole('article', { name: plan }).getByRole('button', { name: 'Choose Plan' }).click();
      await expect(dialog.getByText('Due now')).toBeVisible();
    };
    await choose('Pro');
    await expect(dialog.getByText('You can have 20 forms and receive 5,000 submissions a month.')).toBeVisible();
    await expectGoodAtEveryWidth(page);
    await dialog.getByRole('button', { name: /^Pay €\d+(\.\d\d)? and Change Plan$/ }).click();
    await expect(dialog.getByRole('status')).toContainText('Your plan is Pro Plan now.');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('heading', { name: 'Pro Plan' })).toBeVisible();
    await expect(page.getByRole('list', { name: 'Invoices' }).getByRole('listitem')).toHaveCount(2);

    await choose('Starter');
    await expect(dialog.getByText('Credit for your next invoices')).toBeVisible();
    await dialog.getByRole('button', { name: 'Change Plan' }).click();
    await expect(dialog.getByRole('status')).toContainText('Your plan is Starter Plan now.');
    await dialog.getByRole('button', { name: 'Done' }).click();

    await cancelAndResume(page);
    await deleteOwnAccount(page, password);
    await expect(page).toHaveURL('/goodbye');
  } finally {
    await restore();
  }
});

test('an account without a plan is invited, signed in or not, and finds its spot to claim', async ({
  page,
  request,
}) => {
  const person = await newPerson(request);
  await joinWaitlist(page, person.email);
  await inviteNext(request, person.email);
  const link = await linkInMailTo(request, mailCatcherUrl(), person.email, invitationLink);
  const stranger = await newPerson(request);

  await signIn(page, '/settings', stranger);
  await page.goto(link);
  await expect(page.getByText(`You are signed in as ${stranger.email}`)).toBeVisible();
  await expectGoodAtEveryWidth(page);
  await page.getByRole('button', { name: 'Sign out and continue' }).click();
  await expect(page.getByRole('heading', { name: 'Accept your invitation' })).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
  await expectGoodAtEveryWidth(page);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('button', { name: 'Claim Your Spot' })).toBeVisible();
  await page.goto(link);
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('button', { name: 'Claim Your Spot' })).toBeVisible();
});

test('a link that is no invitation says so', async ({ page, watch }) => {
  watch.expectStatus(400);
  await page.goto('/auth?invite=nonsense');
  await expect(page.getByText('This invitation link is not valid.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to sign-in' })).toBeVisible();
});

test('leads a stranger from the landing page over a payment to the first form with eight clicks at most', async ({
  page,
  request,
}) => {
  const takeBack = await productsOnSale(request);
  try {
    const clicks = await countClicks(page);
    await page.goto('/');
    await page.getByRole('main').getByRole('link', { name: 'Create account' }).click();
    await page.getByLabel('Email').fill(`${randomUUID()}@example.test`);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('article', { name: 'Starter' }).getByRole('button', { name: 'Choose Plan' }).click();
    await payOn(page);
    await page.getByRole('link', { name: 'Go to Dashboard' }).click();
    await page.getByRole('main').getByRole('link', { name: 'Create Form' }).first().click();
    await page.getByLabel('Form name').fill('Contact');
    await page.getByLabel('Origin 1').fill('https://www.example.com');
    await page.getByRole('button', { name: 'Create Form' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact');
    expect(clicks()).toBe(7);
  } finally {
    await takeBack();
  }
});
