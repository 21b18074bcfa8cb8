import { expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { detailsOf, expectRows, rowsOf } from './inbox.ts';
import { expectGoodInBothThemes, signIn } from './pages.ts';

test('an owner blocks a word, sees why a submission is spam, and releases it', async ({ page, inlet }) => {
  const form = await inlet.createForm();
  await signIn(page, `/forms/${form.id}/settings`);
  await page.getByRole('link', { name: 'Spam filter' }).click();
  await expect(page).toHaveURL(`/forms/${form.id}/settings/spam`);
  await expect(page).toHaveTitle(`Spam filter of ${form.name} · Inlet`);
  await page.getByLabel('Words, email addresses and domains').fill('Casino\nx');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('“x” must have 2 to 200 characters')).toBeVisible();
  await expectGoodInBothThemes(page);
  await page.getByLabel('Words, email addresses and domains').fill('Casino\nshop.example');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();

  await inlet.submit(form, { name: 'Ada', message: 'A question about chairs' });
  await inlet.submit(form, { name: 'Robot', message: 'The best CASINO in town' });
  await inlet.submit(form, { name: 'Trap', _gotcha: 'filled in' });
  await inlet.waitForTotal(form, 1);
  await page.goto(`/forms/${form.id}`);
  await expectRows(page, ['A question about chairs']);
  await page.getByRole('link', { name: 'Spam' }).click();
  await expectRows(page, ['Trap', 'CASINO']);
  await expect(rowsOf(page).filter({ hasText: 'CASINO' })).toContainText('Block list');
  await expect(rowsOf(page).filter({ hasText: 'Trap' })).toContainText('Hidden field');
  await expectGoodInBothThemes(page);

  await rowsOf(page).filter({ hasText: 'CASINO' }).getByRole('button').click();
  const reasons = detailsOf(page).getByRole('region', { name: 'Spam check' });
  await expect(reasons).toContainText('Why this is spam');
  await expect(reasons.getByRole('listitem')).toContainText(['Block list']);
  await expectGoodInBothThemes(page);
  await detailsOf(page).getByRole('button', { name: 'Not spam' }).click();
  await expect(detailsOf(page)).toContainText('Trap');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Inbox' }).click();
  await expect(rowsOf(page)).toHaveCount(2);
});

test('what may be spam is marked in the inbox until the owner knows better', async ({ page, inlet }) => {
  const form = await inlet.createForm();
  await signIn(page, `/forms/${form.id}/settings/spam`);
  const slider = page.getByRole('slider', { name: 'Spam from a score of' });
  await slider.focus();
  await page.keyboard.press('Home');
  await expect(slider).toHaveAttribute('aria-valuetext', '50%');
  await expectGoodInBothThemes(page);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();

  await inlet.submit(form, { email: 'somebody@mailinator.com', message: 'Do you sell chairs?' });
  await page.goto(`/forms/${form.id}`);
  await expect(rowsOf(page)).toContainText(['May be spam']);
  await expectGoodInBothThemes(page);
  await rowsOf(page).getByRole('button').click();
  const details = detailsOf(page);
  await expect(details.getByRole('region', { name: 'Spam check' })).toContainText('This may be spamScore 45%');
  await expect(details.getByRole('listitem')).toContainText(['Disposable address']);
  await expectGoodInBothThemes(page);
  await details.getByRole('button', { name: 'Not spam' }).click();
  await expect(details.getByRole('button', { name: 'Not spam' })).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(rowsOf(page)).not.toContainText('May be spam');
  await page.reload();
  await expect(rowsOf(page)).toContainText('Do you sell chairs?');
  await expect(rowsOf(page)).not.toContainText('May be spam');
});

test('marking one as spam offers those that are similar', async ({ page, inlet }) => {
  const form = await inlet.createForm();
  for (const town of ['Lyon', 'Turin', 'Porto']) {
    await inlet.submit(form, { message: `We bring your website to the first place of every search engine in ${town}` });
  }
  await inlet.submit(form, { message: 'Do you sell chairs?' });
  await signIn(page, `/forms/${form.id}`);
  await expect(rowsOf(page)).toHaveCount(4);
  await rowsOf(page).filter({ hasText: 'Porto' }).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Mark as spam' }).click();
  await page.getByRole('button', { name: 'Review 2 similar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Similar submissions' });
  await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(2);
  await expectGoodInBothThemes(page);
  await dialog.getByRole('button', { name: 'Mark 2 submissions as spam' }).click();
  await expectRows(page, ['Do you sell chairs?']);
  await page.getByRole('link', { name: 'Spam' }).click();
  await expectRows(page, ['Porto', 'Turin', 'Lyon']);
});

test.describe('on a screen of 320 pixels', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('the spam filter fits, with every option open', async ({ page, inlet }) => {
    const form = await inlet.createForm();
    await signIn(page, `/forms/${form.id}/settings/spam`);
    await openEverything(page);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Enter the secret key of the captcha')).toBeVisible();
    await expectGoodInBothThemes(page);
  });
});

async function openEverything(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'hCaptcha' }).check();
  await page.getByRole('switch', { name: 'Akismet is off' }).click();
}
