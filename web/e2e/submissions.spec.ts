import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { detailsOf, expectRows, rowsOf, submittedData, totalSubmissions } from './inbox.ts';
import { website } from './inlet.ts';
import { signIn } from './pages.ts';

const script = '<script>alert(1)</script>';

test('a submission appears without a reload and opens with the keyboard', async ({ page, inlet }) => {
  const form = await inlet.createForm({ description: 'Watched while it fills' });
  await signIn(page, `/forms/${form.id}`);
  await expect(page.getByRole('heading', { name: 'No submissions yet' })).toBeVisible();
  await expect(page.getByText(form.endpointUrl, { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export' })).toBeDisabled();

  await inlet.submit(form, { email: 'ada@example.com', comment: script });
  const row = page.getByRole('row', { name: '2 fields submitted' });
  await expect(row).toContainText(website);
  await expect(row).toContainText(/[A-Z][a-z]{2} \d{1,2}, \d{1,2}:\d{2} [AP]M/);
  await expect(totalSubmissions(page)).toHaveText('1');
  await expect(page.getByRole('button', { name: 'Export' })).toBeEnabled();

  await row.getByRole('button').focus();
  await page.keyboard.press('Enter');
  const details = detailsOf(page);
  await expect(details.getByText('Received')).toBeVisible();
  await expect(details).toContainText(website);
  expect(JSON.parse(await submittedData(page))).toEqual({ email: 'ada@example.com', comment: script });
  await expect(details.getByText('User Agent')).toBeVisible();

  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
  await expect(row.getByRole('button')).toBeFocused();
});

test('new submissions come in front of older ones', async ({ page, inlet }) => {
  const form = await inlet.createForm();
  await inlet.submit(form, { one: 1 });
  await inlet.waitForTotal(form, 1);
  await signIn(page, `/forms/${form.id}`);
  await expectRows(page, ['1 field submitted']);
  await inlet.submit(form, { one: 1, two: 2 });
  await expectRows(page, ['2 fields submitted', '1 field submitted']);
  await expect(page.getByRole('status').filter({ hasText: '1 new submission since' })).toHaveCount(1);
});

test('a reader farther down is not moved, and sees the number of new submissions', async ({ page, inlet }) => {
  const form = await inlet.createForm();
  await inlet.submitMany(form, 40);
  await signIn(page, `/forms/${form.id}`);
  await expect(totalSubmissions(page)).toHaveText('40');
  await rowsOf(page).first().waitFor();
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const last = page.getByRole('row').filter({ hasText: 'number 0 ' });
  await expect(last).toBeInViewport();
  const before = await last.boundingBox();
  await inlet.submit(form, { number: 'first that is new' });
  await inlet.submit(form, { number: 'second that is new' });
  const pill = page.getByRole('button', { name: '2 new submissions' });
  await expect(pill).toBeVisible();
  expect(await last.boundingBox()).toEqual(before);
  await pill.click();
  await expect(pill).toBeHidden();
  await expect(rowsOf(page).first()).toContainText('second that is new');
  await expect(rowsOf(page).first()).toBeInViewport();
  await expect(totalSubmissions(page)).toHaveText('42');
});

test('a long list is drawn in parts, and read on while scrolling', async ({ page, inlet }) => {
  const form = await inlet.createForm();
  await inlet.submitMany(form, 230);
  await signIn(page, `/forms/${form.id}`);
  await expect(totalSubmissions(page)).toHaveText('230');
  await expect(rowsOf(page).first()).toContainText('number 229 ');
  expect(await rowsOf(page).count()).toBeLessThan(80);
  const last = page.getByRole('row').filter({ hasText: 'number 0 ' });
  const scrollOn = async () => {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    return last.count();
  };
  await expect.poll(scrollOn).toBe(1);
  await expect(last).toHaveAttribute('aria-rowindex', '231');
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '231');
  expect(await rowsOf(page).count()).toBeLessThan(80);
});

test('a stream that breaks off says so, and misses nothing', async ({ page, inlet, watch }) => {
  watch.expectNetworkFailure();
  const form = await inlet.createForm();
  await inlet.submit(form, { one: 1 });
  await page.route('**/live', (route) => route.abort());
  await signIn(page, `/forms/${form.id}`);
  await expect(page.getByText('Reconnecting')).toBeVisible();
  await inlet.submit(form, { one: 1, two: 2 });
  await inlet.waitForTotal(form, 2);
  await page.unroute('**/live');
  await expectRows(page, ['2 fields submitted', '1 field submitted']);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
});

test('a form that does not exist is not found', async ({ page, watch }) => {
  watch.expectStatus(404);
  await signIn(page, '/forms/01934f6e-5a7c-7000-8000-000000000000');
  await expect(page.getByRole('heading', { name: 'Form not found' })).toBeVisible();
  await expect(
    page.getByText("The form you're looking for doesn't exist or you don't have access to it"),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Back to Forms' }).click();
  await expect(page).toHaveURL('/forms');
});
