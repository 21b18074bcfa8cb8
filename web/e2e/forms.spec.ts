import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { uniqueName } from './inlet.ts';
import { keepMessages, signIn } from './pages.ts';

test('the list shows each form with its details', async ({ page, inlet }) => {
  const allowedOrigins = ['https://a.example', 'https://b.example', 'https://c.example', 'https://d.example'];
  const form = await inlet.createForm({ description: 'From the careers page', allowedOrigins });
  await signIn(page);
  const card = page.getByRole('article', { name: form.name });
  await expect(card).toContainText('Active');
  await expect(card).toContainText('From the careers page');
  await expect(card).toContainText(/Created [A-Z][a-z]{2} \d{1,2}, \d{4}/);
  await expect(card).toContainText('0 submissions');
  await expect(card).toContainText('4 origins');
  await expect(card).toContainText(`/api/forms/${form.endpointId}`);
  await expect(card.getByRole('list').getByRole('listitem')).toHaveText([...allowedOrigins.slice(0, 3), '+1 more']);
  await expect(card.getByRole('link', { name: 'Settings' })).toHaveAttribute('href', `/forms/${form.id}/settings`);
  await card.getByRole('link', { name: 'View' }).click();
  await expect(page).toHaveURL(`/forms/${form.id}`);
});

test('the endpoint is copied, and a check confirms it', async ({ page, inlet, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const form = await inlet.createForm();
  await signIn(page);
  const card = page.getByRole('article', { name: form.name });
  await keepMessages(page);
  await card.getByRole('button', { name: 'Copy' }).click();
  await expect(card.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(form.endpointUrl);
});

test('the search looks into names and descriptions and says when nothing is found', async ({ page, inlet }) => {
  const form = await inlet.createForm({ description: uniqueName('Zebra') });
  await signIn(page);
  const search = page.getByPlaceholder('Search forms...');
  await search.fill(form.name.toUpperCase());
  await expect(page.getByRole('article')).toHaveCount(1);
  await search.fill(form.description?.toLowerCase() ?? '');
  await expect(page.getByRole('article', { name: form.name })).toBeVisible();
  await search.fill('no form is called like this');
  await expect(page.getByRole('heading', { name: 'No forms found' })).toBeVisible();
  await expect(page.getByText('Try adjusting your search terms')).toBeVisible();
});

test('an account without forms is led to its first one', async ({ page }) => {
  await page.route(/\/api\/v1\/forms\?/, (route) => route.fulfill({ json: { forms: [], nextCursor: null } }));
  await signIn(page);
  await expect(page.getByRole('heading', { name: 'No forms yet' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Create Form' }).click();
  await expect(page).toHaveURL('/forms/new');
});

test('a list that could not be loaded can be asked for again', async ({ page, watch }) => {
  watch.expectNetworkFailure();
  await page.route(/\/api\/v1\/forms\?/, (route) => route.abort());
  await signIn(page);
  await expect(page.getByRole('alert')).toContainText('Your forms could not be loaded');
  await page.unroute(/\/api\/v1\/forms\?/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('a form is created once its name and origins are right', async ({ page, inlet }) => {
  const name = uniqueName('Contact');
  await signIn(page, '/forms/new');
  const create = page.getByRole('button', { name: 'Create Form' });
  await create.click();
  await expect(page.getByLabel('Form name')).toHaveAccessibleDescription('Form name is required');
  await expect(page.getByLabel('Form name')).toBeFocused();
  await expect(page.getByText('At least one origin is required')).toBeVisible();

  await page.getByLabel('Form name').fill(name);
  await page.getByLabel('Description').fill('Made by a journey');
  await page.getByRole('textbox', { name: 'Origin 1' }).fill('http://example.com');
  await create.click();
  await expect(page.getByText('All origins must start with https://')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Origin 1' })).toBeFocused();

  await page.getByRole('textbox', { name: 'Origin 1' }).fill('https://Example.com/');
  await page.getByRole('button', { name: 'Add origin' }).click();
  await page.getByRole('textbox', { name: 'Origin 2' }).fill('localhost:3000');
  await page.getByRole('button', { name: 'Add origin' }).click();
  await create.click();

  await expect(page).toHaveURL(/\/forms\/[0-9a-f-]{36}$/);
  inlet.deleteLater(page.url().split('/').at(-1) ?? '');
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(page).toHaveTitle(`${name} · Inlet`);
  await expect(page.getByText(/\/api\/forms\/[0-9a-z]{12}$/)).toBeVisible();
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page.getByRole('article', { name })).toContainText('https://example.com');
  await expect(page.getByRole('article', { name })).toContainText('localhost:3000');
});

test("the service's refusal of a new form is shown, and the text stays", async ({ page, watch }) => {
  watch.expectStatus(403);
  const error = "You've reached your form limit (20). Upgrade your plan to create more forms.";
  await signIn(page, '/forms/new');
  await page.route('**/api/v1/forms', (route) =>
    route.fulfill({ status: 403, json: { error, code: 'form_limit_reached' } }),
  );
  await page.getByLabel('Form name').fill('One too many');
  await page.getByRole('textbox', { name: 'Origin 1' }).fill('https://example.com');
  await page.getByRole('button', { name: 'Create Form' }).click();
  await expect(page.getByRole('alert')).toHaveText(error);
  await expect(page.getByLabel('Form name')).toHaveValue('One too many');
});

test('cancelling a new form leads back to the list', async ({ page }) => {
  await signIn(page, '/forms/new');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page).toHaveURL('/forms');
});

test('a card is a link as a whole, and the list is sorted as the address says', async ({ page, inlet }) => {
  const [older, newer] = [await inlet.createForm({ description: 'The older one' }), await inlet.createForm()];
  await inlet.submit(older, { message: 'Hello' });
  await inlet.waitForTotal(older, 1);
  await signIn(page);
  const names = page.getByRole('article').getByRole('heading');
  await expect(names.first()).toHaveText(newer.name);
  await page.getByLabel('Sort forms by').selectOption('Last submission');
  await expect(page).toHaveURL('/forms?sort=last-submission');
  await expect(names.first()).toHaveText(older.name);
  await page.reload();
  await expect(names.first()).toHaveText(older.name);
  await expect(page.getByRole('article', { name: older.name })).toContainText(
    /Last submission (just now|\d+ minutes? ago)/,
  );
  await page.getByRole('article', { name: older.name }).click({ position: { x: 40, y: 60 } });
  await expect(page).toHaveURL(new RegExp(`/forms/${older.id}`));
});
