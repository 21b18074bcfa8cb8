import { expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { expectGoodInBothThemes, signIn } from './pages.ts';

test('an owner connects a server, sees deliveries, pauses, resumes, replays and deletes it', async ({
  page,
  inlet,
  receiver,
}) => {
  const form = await inlet.createForm();
  await inlet.submit(form, { message: 'Before' });
  await inlet.waitForTotal(form, 1);
  await signIn(page, `/forms/${form.id}`);
  await page.getByRole('link', { name: 'Integrations' }).click();
  await expect(page.getByRole('heading', { name: 'No integrations yet' })).toBeVisible();
  await expectGoodInBothThemes(page);

  await page.getByRole('link', { name: 'Add integration' }).click();
  await expectGoodInBothThemes(page);
  await page.getByRole('link', { name: 'Webhook' }).click();
  await page.getByRole('button', { name: 'More options' }).click();
  await page.getByRole('button', { name: 'Add header' }).click();
  await page.getByLabel('Name of header 1').fill('X-Key');
  await page.getByLabel('Value of header 1').fill('abc');
  await page.getByRole('button', { name: 'Add integration' }).click();
  await expect(page.getByLabel('URL')).toHaveAccessibleDescription(/URL is required/);
  await expect(page.getByLabel('URL')).toBeFocused();
  await expectGoodInBothThemes(page);
  await page.getByLabel('URL').fill(receiver.url);
  await page.getByLabel('Name', { exact: true }).fill('Orders');
  await page.getByRole('checkbox', { name: 'Also send the submissions already stored' }).check();
  await page.getByRole('button', { name: 'Add integration' }).click();

  // The test is sent automatically.
  await expect(page.getByRole('heading', { name: 'Orders is connected' })).toBeFocused();
  await expect(page).toHaveURL(/\/integrations\/[0-9a-f-]{36}\?replay=/);
  await expect(page.getByRole('region', { name: 'Signing secret' })).toHaveText(/^whsec_/);
  await expect(page.getByText('1 event sent again.')).toBeVisible();
  await expect(page.getByText(/^Delivered with status 200 in/)).toBeVisible();
  await expect(fact(page, 'State')).toHaveText('Connected');
  expect(receiver.received.every(({ headers }) => headers['x-key'] === 'abc')).toBe(true);
  expect(receiver.received.map(({ body }) => JSON.parse(body).data.submission.data.message)).toContain('Before');
  await expectGoodInBothThemes(page);
  // The secret is gone after a reload; the integration stays.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Orders', exact: true })).toBeVisible();
  await expect(page.getByText(/^whsec_/)).toBeHidden();

  await inlet.submit(form, { message: 'Hello' });
  await expect(deliveries(page)).toHaveCount(3);
  await expectGoodInBothThemes(page);
  await deliveries(page).first().getByRole('button').click();
  const dialog = page.getByRole('dialog', { name: 'Delivery' });
  await expect(dialog.getByRole('region', { name: 'Request body' })).toContainText('"message": "Hello"');
  await expect(dialog.getByRole('region', { name: 'Response', exact: true })).toHaveText('Answered 200');
  await expectGoodInBothThemes(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText(/Deliveries wait for up to 30 days and are sent when you resume/)).toBeVisible();
  await inlet.submit(form, { message: 'Meanwhile' });
  await expect(fact(page, 'Waiting')).toHaveText('1');
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(deliveries(page)).toHaveCount(4);
  await expect(fact(page, 'Waiting')).toHaveText('0');

  await page.getByRole('button', { name: 'Replay', exact: true }).click();
  await page.getByRole('radio', { name: 'Everything' }).check();
  await expectGoodInBothThemes(page);
  await page.getByRole('button', { name: 'Start replay' }).click();
  await expect(page.getByText('3 events sent again.')).toBeVisible();
  await expect(deliveries(page)).toHaveCount(7);
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  // Three events and the test; a replay has the ids of its events.
  expect(new Set(ids).size).toBe(4);

  await page.getByRole('link', { name: 'Settings' }).click();
  await expectGoodInBothThemes(page);
  await page.getByRole('button', { name: 'Delete integration' }).click();
  await page.getByRole('button', { name: 'Yes, delete it' }).click();
  await expect(page).toHaveURL(`/forms/${form.id}/integrations`);
  await expect(page.getByRole('heading', { name: 'No integrations yet' })).toBeVisible();
});

test('a server that fails stops a strict integration until the owner skips the delivery', async ({
  page,
  inlet,
  receiver,
}) => {
  receiver.answer.status = 500;
  const form = await inlet.createForm();
  await signIn(page, `/forms/${form.id}/integrations/new/webhook`);
  await page.getByLabel('URL').fill(receiver.url);
  await page.getByRole('radio', { name: 'In order' }).check();
  await expect(page.getByLabel('URL')).toHaveAccessibleDescription(/also allows http, on any port, to 127\.0\.0\.0\/8/);
  await page.getByRole('button', { name: 'Add integration' }).click();

  await expect(page.getByRole('heading', { name: 'Webhook is added, but the test failed' })).toBeVisible();
  await expect(page.getByText(/connected/i)).toHaveCount(0);
  await expect(fact(page, 'State')).toHaveText('Added');
  await expectGoodInBothThemes(page);
  await page.getByRole('button', { name: 'Show request and response' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delivery' });
  await expect(dialog.getByText(/^Failed after .*\. The server answered 500 Internal Server Error$/)).toBeVisible();
  await expect(dialog.getByRole('region', { name: 'Request body' })).toContainText('This is a test delivery.');
  await expect(dialog.getByRole('region', { name: 'Response headers' })).toHaveText(
    /Status 500\s*content-type: text\/plain/,
  );
  await expect(dialog.getByRole('region', { name: 'Response', exact: true })).toHaveText('Answered 500');
  await expectGoodInBothThemes(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Done' }).click();

  await inlet.submit(form, { message: 'First' });
  await expect(fact(page, 'State')).toHaveText('Stopped');
  await expect(deliveries(page).first()).toContainText('The server answered 500 Internal Server Error');
  await expectGoodInBothThemes(page);
  // The first delivery fails again however often it is tried.
  receiver.answer.status = 200;
  receiver.answer.failsFor = 'First';
  await inlet.submit(form, { message: 'Second' });
  await page.getByRole('button', { name: 'Skip this delivery' }).click();
  await page.getByRole('button', { name: 'Yes, skip it' }).click();
  await expect(fact(page, 'State')).toHaveText('Connected');
  await expect(deliveries(page).first()).toContainText('Delivered200');
  expect(JSON.parse(receiver.received.at(-1)?.body ?? '').data.submission.data.message).toBe('Second');
});

function deliveries(page: Page) {
  return page.getByRole('table', { name: 'Deliveries, newest first' }).locator('tbody tr');
}

function fact(page: Page, name: string) {
  return page
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd');
}
