import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { expectAccessible, expectNoSidewaysScroll, signIn } from './pages.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme });

    test('the sign-in screen and its messages have no accessibility violation', async ({ page, watch }) => {
      watch.expectStatus(401);
      await page.goto('/auth');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expectAccessible(page);
      await page.getByLabel('Email').fill('nobody@example.com');
      await page.getByLabel('Password').fill('not-the-password');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByRole('alert')).toBeVisible();
      await expectAccessible(page);
    });

    test('the forms list, its menu and its empty results have no accessibility violation', async ({ page }) => {
      await signIn(page);
      await expect(page.getByRole('article').first()).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Profile' }).click();
      await expect(page.getByRole('menuitem', { name: 'Sign Out' })).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await page.getByPlaceholder('Search forms...').fill('no form is called like this');
      await expect(page.getByRole('heading', { name: 'No forms found' })).toBeVisible();
      await expectAccessible(page);
    });

    test('the screen for a new form and its messages have no accessibility violation', async ({ page }) => {
      await signIn(page, '/forms/new');
      await page.getByRole('button', { name: 'Add origin' }).click();
      await page.getByRole('button', { name: 'Create Form' }).click();
      await expect(page.getByText('Form name is required')).toBeVisible();
      await expectAccessible(page);
    });

    test('a form, its submissions and their details have no accessibility violation', async ({
      page,
      inlet,
      watch,
    }) => {
      watch.expectStatus(404);
      const form = await inlet.createForm();
      await inlet.submit(form, { message: 'Hello' });
      await signIn(page, `/forms/${form.id}`);
      await expect(page.getByRole('row', { name: '1 field submitted' })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('row', { name: '1 field submitted' }).getByRole('button').click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page);
      await page.goto('/forms/01934f6e-5a7c-7000-8000-000000000000');
      await expect(page.getByRole('heading', { name: 'Form not found' })).toBeVisible();
      await expectAccessible(page);
    });
  });
}

test.describe('on a screen of 320 pixels', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('no page scrolls sideways', async ({ page, inlet, watch }) => {
    watch.expectStatus(405);
    const form = await inlet.createForm({
      name: 'Averylongnamewithoutanyspaceinitthathastobreaksomewhere',
      allowedOrigins: ['https://www.example.com', 'https://a-very-long-subdomain.of-a-very-long-domain.example.co.uk'],
    });
    await inlet.submit(form, { message: 'word'.repeat(100) });
    await page.goto('/auth');
    await expectNoSidewaysScroll(page);
    await signIn(page);
    await expect(page.getByRole('article', { name: form.name }).first()).toBeVisible();
    await expectNoSidewaysScroll(page);
    await page.goto('/forms/new');
    await page.getByRole('button', { name: 'Add origin' }).click();
    await expectNoSidewaysScroll(page);
    await page.goto(`/forms/${form.id}`);
    await page.getByRole('row', { name: '1 field submitted' }).getByRole('button').click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectNoSidewaysScroll(page);
    // The page that explains an endpoint has a long line of code.
    await page.goto(form.endpointUrl);
    await expect(page.getByRole('heading', { name: 'This address receives forms' })).toBeVisible();
    await expectNoSidewaysScroll(page);
  });
});
