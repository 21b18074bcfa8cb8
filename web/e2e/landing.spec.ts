import { expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { expectAccessible, openPublicPage, signIn } from './pages.ts';

const demoOf = (page: Page) => page.getByRole('region', { name: 'Try it' });
const rowsOf = (page: Page) => page.getByRole('list', { name: 'Submissions, newest first' }).getByRole('button');

test('the demo takes a submission in front of the others, says Just now, and sends nothing', async ({ page }) => {
  const sent: string[] = [];
  await openLanding(page);
  // Pictures and React are loaded when the page is scrolled to them.
  page.on('request', (request) => /image|script/.test(request.resourceType()) || sent.push(request.url()));
  await expect(rowsOf(page)).toHaveCount(3);
  await page.getByLabel('Name').fill('Ada Lovelace');
  await page.getByLabel('Email').fill('ada@example.com');
  await demoOf(page).getByLabel('Message').fill('Hello!');
  await demoOf(page).getByRole('button', { name: 'Send' }).click();
  await expect(rowsOf(page)).toHaveCount(4);
  await expect(rowsOf(page).first()).toHaveText('Ada LovelaceJust nowHello!');
  await expect(page.getByLabel('Name')).toHaveValue('');
  await rowsOf(page).first().click();
  const details = page.getByRole('dialog', { name: 'Submission Details' });
  await expect(details).toContainText('"email": "ada@example.com"');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
  await expect(rowsOf(page).first()).toBeFocused();
  expect(sent).toEqual([]);
});

test('the demo needs a name, and an email address that is one', async ({ page }) => {
  await openLanding(page);
  const send = demoOf(page).getByRole('button', { name: 'Send' });
  await send.click();
  await expect(page.getByLabel('Name')).toHaveAccessibleDescription('Name is required');
  await expect(page.getByLabel('Name')).toBeFocused();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Email is required');
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Email').fill('ada');
  await send.click();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Enter a valid email address');
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(rowsOf(page)).toHaveCount(3);
});

test('the demo shows the form as HTML, with arrow keys too', async ({ page, baseURL }) => {
  await openLanding(page);
  await expect(page.getByRole('tabpanel', { name: 'HTML code' })).toBeHidden();
  await page.getByRole('tab', { name: 'Live form' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'HTML code' })).toBeFocused();
  await expect(page.getByRole('tabpanel', { name: 'HTML code' })).toContainText(`action="${baseURL}/api/forms/`);
  await expect(page.getByRole('tabpanel', { name: 'Live form' })).toBeHidden();
});

test('the landing page offers the sign-in, and the dashboard to signed-in people', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/auth');
  await signIn(page);
  await page.goto('/');
  await expect(page).toHaveURL('/');
  await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('a link of the app to a public page leads there', async ({ page }) => {
  await signIn(page, '/payment/canceled?canceled=true');
  await page.getByRole('link', { name: 'Try Again' }).click();
  await expect(page).toHaveURL('/pricing');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Simple pricing');
});

test('the landing page shows what the product does before how fast it is, each part with its picture', async ({
  page,
}) => {
  await openLanding(page);
  const parts = page.getByRole('region', { name: 'Everything a form needs' }).getByRole('listitem');
  await expect(parts.getByRole('heading')).toHaveText([
    'One inbox for every form',
    'In your email, and answered',
    'On to Slack, Sheets and webhooks',
    'Spam filtered',
    'Files in, everything out',
    'Made for the GDPR',
  ]);
  for (const part of await parts.all()) {
    const picture = part.getByRole('img');
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(880);
  }
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'Everything a form needs',
    'Try it',
    'Never lose a submission',
    'Fast on modest hardware',
    'Early Pro, for the first users',
    'Questions',
  ]);
});

/** Waits for the price, so that no request for it follows. */
async function openLanding(page: Page): Promise<void> {
  await openPublicPage(page, '/');
  await expect(page.getByText('€49')).toBeVisible();
}
