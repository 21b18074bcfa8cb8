import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { expectGoodInBothThemes, signIn } from './pages.ts';

test('an owner routes by a field: conditions that are tried, a skipped delivery, and a recipient', async ({
  page,
  inlet,
  receiver,
}) => {
  const form = await inlet.createForm();
  await inlet.submit(form, { topic: 'Support', message: 'First' });
  await inlet.submit(form, { topic: 'Sales', message: 'Second' });
  await inlet.waitForTotal(form, 2);
  await signIn(page, `/forms/${form.id}/integrations/new/webhook`);
  await page.getByLabel('URL').fill(receiver.url);
  await page.getByRole('radio', { name: 'Only when' }).check();
  await page.getByLabel('Field of condition 1').fill('topic');
  await page.getByRole('button', { name: 'Add integration' }).click();
  await expect(page.getByLabel('Value of condition 1')).toBeFocused();
  await page.getByLabel('Value of condition 1').fill('sales');
  await expect(page.getByText('Only when topic is sales.')).toBeVisible();
  await page.getByRole('button', { name: 'Try it on the last 20 submissions' }).click();
  await expect(page.getByText('1 of the last 2 submissions would go out.')).toBeVisible();
  await expect(page.getByText('Skipped: topic is not sales')).toBeVisible();
  await expectGoodInBothThemes(page);
  await page.getByRole('button', { name: 'Add integration' }).click();
  await expect(page.getByText('Only when topic is sales', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();

  await inlet.submit(form, { topic: 'Jobs', message: 'Third' });
  const skipped = page.getByRole('row', { name: /Skipped/ });
  await expect(skipped).toContainText('skipped: topic is not sales');
  await expectGoodInBothThemes(page);
  await skipped.getByRole('button').click();
  const dialog = page.getByRole('dialog', { name: 'Delivery' });
  await expect(dialog.getByText('Nothing was sent.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Send it anyway' }).click();
  await expect(page.getByText('1 event sent again.')).toBeVisible();
  await expect.poll(() => receiver.received.filter(({ body }) => body.includes('Third')).length).toBe(1);

  await page.goto(`/forms/${form.id}/settings/notifications`);
  await page
    .getByRole('button', { name: /^When to mail / })
    .first()
    .click();
  const choice = page.getByRole('dialog', { name: 'When to mail' });
  await choice.getByRole('radio', { name: 'Only when' }).check();
  await choice.getByLabel('Field of condition 1').fill('topic');
  await choice.getByLabel('Comparison of condition 1').selectOption('is not empty');
  await expectGoodInBothThemes(page);
  await choice.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('list', { name: 'Recipients' })).toContainText('Only when topic is not empty');
  await expectGoodInBothThemes(page);
});
