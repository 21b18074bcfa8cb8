import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { detailsOf, rowsOf, submittedData } from './inbox.ts';
import { demo, uniqueName, website } from './inlet.ts';
import { expectAccessible, expectLandingPage, signIn } from './pages.ts';

// Holds the words of the product's specification about signed-in screens: section 2, with the rules of section 5 and
// the sentences of section 8 that these screens show.

const day = /[A-Z][a-z]{2} \d{1,2}, \d{4}/;

test('2: the top bar, its menu, and where unknown paths lead', async ({ page }) => {
  await signIn(page, '/dashboard');
  await page.goto('/nothing/here');
  await expect(page).toHaveURL('/dashboard');
  await page.goto('/auth');
  await expect(page).toHaveURL('/dashboard');
  const links = page.getByRole('banner').getByRole('navigation', { name: 'Main' }).getByRole('link');
  await expect(links).toHaveText(['Dashboard', 'Forms', 'Create Form']);
  for (const [index, path] of ['/dashboard', '/forms', '/forms/new'].entries()) {
    await expect(links.nth(index)).toHaveAttribute('href', path);
  }
  await page.getByRole('button', { name: 'Profile' }).click();
  const menu = page.getByRole('menu', { name: 'Profile' });
  await expect(menu).toContainText(demo.email);
  await expect(menu.getByRole('menuitem', { name: 'Manage Billing' })).toBeVisible();
  await page.mouse.click(10, 400);
  await expect(menu).toBeHidden();
  await page.getByRole('button', { name: 'Profile' }).click();
  await menu.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expectLandingPage(page);
});

test('2 and 9: the dashboard has the plan, the numbers and the five newest forms', async ({ page, inlet }) => {
  for (let count = 0; count < 5; count += 1) await inlet.createForm();
  const allowedOrigins = ['https://a.example', 'https://b.example'];
  const form = await inlet.createForm({ description: 'From the careers page', allowedOrigins });
  await inlet.updateForm(form, { isActive: false });
  await signIn(page, '/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back');
  await expect(page.getByText('Pro Plan', { exact: true })).toBeVisible();
  for (const [name, value] of [
    ['Total Forms', /^\d+\/20$/],
    ['Active Forms', /^\d+$/],
    ['Monthly Submissions', /^[\d,]+\/5,000$/],
  ] as const) {
    const term = page.locator('dt', { hasText: name });
    await expect(term.locator('xpath=following-sibling::dd[1]')).toHaveText(value);
  }
  for (const name of ['Forms used', 'Submissions of this month used']) {
    await expect(page.getByRole('progressbar', { name })).toBeVisible();
  }
  const recent = page.getByRole('region', { name: 'Recent Forms' }).getByRole('article');
  await expect(recent).toHaveCount(5);
  const newest = recent.first();
  await expect(newest).toHaveAccessibleName(form.name);
  for (const words of ['Inactive', 'From the careers page', '0 submissions', '2 origins', 'View Details']) {
    await expect(newest).toContainText(words);
  }
  await expect(newest).toContainText(new RegExp(`Created ${day.source}`));
  await expect(recent.nth(1)).toContainText('Active');
  await expect(newest.getByRole('link')).toHaveAttribute('href', `/forms/${form.id}`);
  await page.getByRole('button', { name: 'New Form' }).click();
  await expect(page).toHaveURL('/forms/new');

  await page.route(/\/api\/v1\/forms\?/, (route) => route.fulfill({ json: { forms: [], nextCursor: null } }));
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'No forms yet' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Create Form' })).toHaveAttribute('href', '/forms/new');
});

test('2: the list of forms has a card for each, and is searched by name and description', async ({ page, inlet }) => {
  const allowedOrigins = ['https://a.example', 'https://b.example', 'https://c.example', 'https://d.example'];
  const form = await inlet.createForm({ description: uniqueName('Zebra'), allowedOrigins });
  await signIn(page, '/forms');
  const card = page.getByRole('article', { name: form.name });
  for (const words of ['Active', form.description ?? '', '0 submissions', '4 origins']) {
    await expect(card).toContainText(words);
  }
  await expect(card).toContainText(new RegExp(`Created ${day.source}`));
  await expect(card).toContainText(`/api/forms/${form.endpointId}`);
  expect(form.endpointId).toMatch(/^[0-9a-z]{12}$/);
  const chips = card.getByRole('list', { name: 'Allowed origins' }).getByRole('listitem');
  await expect(chips).toHaveText([...allowedOrigins.slice(0, 3), '+1 more']);
  await expect(card.getByRole('link', { name: 'View' })).toHaveAttribute('href', `/forms/${form.id}`);
  await expect(card.getByRole('link', { name: 'Settings' })).toHaveAttribute('href', `/forms/${form.id}/settings`);
  const search = page.getByPlaceholder('Search forms...');
  for (const text of [form.name.toUpperCase(), form.description?.toLowerCase() ?? '']) {
    await search.fill(text);
    await expect(page.getByRole('article')).toHaveCount(1);
  }
  await search.fill('no form is called like this');
  await expect(page.getByRole('heading', { name: 'No forms found' })).toBeVisible();
  await expect(page.getByText('Try adjusting your search terms')).toBeVisible();
  await page.route(/\/api\/v1\/forms\?/, (route) => route.fulfill({ json: { forms: [], nextCursor: null } }));
  await page.reload();
  await expect(page.getByRole('heading', { name: 'No forms yet' })).toBeVisible();
});

test('2, 5 and 8: a form is created with a name and https origins', async ({ page, inlet }) => {
  await signIn(page, '/forms/new');
  const create = page.getByRole('button', { name: 'Create Form' });
  await expect(page.getByText('Your endpoint URL')).toBeVisible();
  await expect(page.getByText('https://*.example.com')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Cancel' })).toHaveAttribute('href', '/forms');
  await create.click();
  await expect(page.getByLabel('Form Name')).toHaveAccessibleDescription('Form name is required');
  await expect(page.getByText('At least one origin is required')).toBeVisible();
  await page.getByLabel('Form Name').fill(uniqueName('Contact'));
  await page.getByLabel('Description').fill('Where questions arrive');
  await page.getByRole('button', { name: 'Add origin' }).click();
  await page.getByLabel('Origin 2', { exact: true }).fill('http://example.com');
  await create.click();
  await expect(page.getByText('All origins must start with https://')).toBeVisible();
  await page.getByRole('button', { name: 'Remove origin 2' }).click();
  await page.getByLabel('Origin 1', { exact: true }).fill('https://example.com');
  // A blank entry is dropped.
  await page.getByRole('button', { name: 'Add origin' }).click();
  const answer = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.status() === 201,
  );
  await create.click();
  const form = await (await answer).json();
  inlet.deleteLater(form.id);
  await expect(page).toHaveURL(new RegExp(`/forms/${form.id}`));
  expect(form).toMatchObject({ isActive: true, allowedOrigins: ['https://example.com'] });
});

test('2: a form has its facts, its endpoint and its submissions, which open wherever they are pressed', async ({
  page,
  inlet,
  request,
}) => {
  const form = await inlet.createForm({ description: 'From the careers page' });
  await inlet.updateForm(form, { allowedOrigins: [] });
  await signIn(page, `/forms/${form.id}`);
  await expect(page.getByRole('button', { name: 'Export' })).toBeDisabled();
  await inlet.submit(form, { older: 'first' });
  await inlet.waitForTotal(form, 1);
  const data = { name: 'Ada', message: 'Hello' };
  expect((await request.post(form.endpointUrl, { data, headers: { 'user-agent': 'a program/1.0' } })).status()).toBe(
    200,
  );
  await expect(rowsOf(page)).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Export' })).toBeEnabled();
  await expect(page.getByRole('link', { name: 'Back' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(form.name);
  await expect(page.getByText('From the careers page')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Settings' })).toHaveAttribute('href', `/forms/${form.id}/settings`);
  for (const [name, value] of [
    ['Status', 'Active'],
    ['Total Submissions', '2'],
    ['Allowed Origins', '0'],
    ['Created', /^[A-Z][a-z]{2} \d{1,2}$/],
  ] as const) {
    const term = page.locator('dt').filter({ hasText: name });
    await expect(term.locator('xpath=following-sibling::dd')).toHaveText(value);
  }
  const box = page.getByRole('region', { name: 'Form Endpoint' });
  await expect(box).toContainText(form.endpointUrl);
  await expect(box).toContainText('Use this URL as your form action or API endpoint.');
  await expect(box.getByRole('button', { name: 'Copy the endpoint URL' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Recent Submissions' })).toBeVisible();

  const row = rowsOf(page).first();
  const details = detailsOf(page);
  const parts = [row.getByText('2 fields submitted'), row.getByText('Unknown'), row.locator('time')];
  await expect(parts[2] ?? row).toHaveText(/^[A-Z][a-z]{2} \d{1,2},( \d{4},)? \d{1,2}:\d{2} [AP]M$/);
  for (const part of parts) {
    await part.click();
    await expect(details).toBeVisible();
    await details.getByRole('button', { name: 'Close' }).click();
    await expect(details).toBeHidden();
  }
  await row.getByRole('button').press('Enter');
  await expect(details.getByText('Received')).toBeVisible();
  await expect(details).toContainText('Origin Unknown');
  await expect(details).toContainText('User Agent');
  await expect(details).toContainText('a program/1.0');
  expect(await submittedData(page)).toBe(JSON.stringify(data, null, 2));
  const fields = await details.getByText('Hello', { exact: true }).boundingBox();
  const json = await details.getByRole('region', { name: 'Submitted Data' }).boundingBox();
  expect(fields?.y).toBeLessThan(json?.y ?? 0);
  await expectAccessible(page);

  await details.getByText('Submitted Data', { exact: false }).first().click();
  await expect(details.getByRole('region', { name: 'Submitted Data' })).toBeHidden();
  // The browser hides it first, and then tells the page, which keeps the choice.
  const kept = () =>
    Object.entries(localStorage).some(([key, value]) => key.includes('submitted-data') && value === 'off');
  await expect.poll(() => page.evaluate(kept)).toBe(true);
  await page.reload();
  await expect(details.getByText('User Agent')).toBeVisible();
  await expect(details.getByRole('region', { name: 'Submitted Data' })).toBeHidden();
});

test('2 and 8: a form that is missing, or somebody else’s', async ({ page, watch }) => {
  watch.expectStatus(404);
  await signIn(page, '/dashboard');
  for (const rest of ['', '/settings']) {
    await page.goto(`/forms/01934f6e-5a7c-7000-8000-000000000000${rest}`);
    await expect(page.getByRole('heading', { name: 'Form not found' })).toBeVisible();
    const words = "The form you're looking for doesn't exist or you don't have access to it";
    await expect(page.getByText(words)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Back to Forms' })).toHaveAttribute('href', '/forms');
  }
});

test('2 and 5: the settings of a form', async ({ page, inlet }) => {
  const form = await inlet.createForm();
  await signIn(page, `/forms/${form.id}/settings`);
  await expect(page.getByLabel('Form Name')).toHaveValue(form.name);
  await expect(page.getByLabel('Form Name')).toHaveAttribute('required', '');
  await expect(page.getByLabel('Description Optional')).toBeVisible();
  await page.getByText('Form is active').click();
  await expect(page.getByRole('switch', { name: 'Form is inactive' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save Settings' })).toBeVisible();
  const origins = page.getByRole('region', { name: 'Allowed Origins' });
  const input = origins.getByPlaceholder('https://example.com or https://*.example.com');
  const entries = origins.getByRole('list', { name: 'Allowed origins' }).getByRole('listitem');
  const add = origins.getByRole('button', { name: 'Add', exact: true });
  await expect(origins.getByRole('button', { name: `Remove ${website}` })).toBeVisible();
  await expect(add).toBeDisabled();
  await input.press('Enter');
  await input.fill('http://example.com');
  await add.click();
  await expect(origins.getByRole('alert')).toHaveText('Origin must start with https://');
  await input.fill(website);
  await add.click();
  await expect(entries).toHaveText([website]);
  await page.getByLabel('Form Name').fill('');
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect(page.getByLabel('Form Name')).toHaveAccessibleDescription('Form name is required');

  await expect(page.getByRole('heading', { name: 'Danger Zone' })).toBeVisible();
  await page.getByRole('button', { name: 'Delete this form' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByRole('button', { name: 'Yes, delete forever' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
});

test('2: a payment that was canceled', async ({ page }) => {
  await signIn(page, '/payment/canceled?canceled=true');
  await expect(page.getByText('You left before paying. Nothing was charged.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Try Again' })).toHaveAttribute('href', '/pricing');
  await expect(page.getByRole('link', { name: 'Back to Dashboard' })).toHaveAttribute('href', '/dashboard');
});
