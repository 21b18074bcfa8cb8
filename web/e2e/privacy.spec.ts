import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { uniqueName } from './inlet.ts';
import { expectGoodInBothThemes, signIn } from './pages.ts';
import { newPerson } from './people.ts';

const run = promisify(execFile);
const verifyProgram = resolve(import.meta.dirname, '../../docs/samples/erasures/verify.mjs');

test('an owner finds a person, erases the address, and checks the receipt', async ({ page, inlet }, testInfo) => {
  const [form, other] = [await inlet.createForm(), await inlet.createForm()];
  const email = `${uniqueName('ada').replace(' ', '-')}@example.test`;
  await inlet.submit(form, { name: 'Ada', email, message: 'A question about chairs' });
  await inlet.submit(form, { name: 'Ada', people: [{ email: ` ${email.toUpperCase()} ` }] });
  await inlet.submit(form, { email: 'grace@example.test', message: 'Somebody else' });
  await inlet.submit(other, { email: 'grace@example.test', message: `Please write to ${email} about it` });
  await inlet.waitForTotal(form, 3);
  await inlet.waitForTotal(other, 1);

  await signIn(page, '/settings');
  await page.getByRole('navigation', { name: 'Account settings' }).getByRole('link', { name: 'Privacy' }).click();
  await expect(page).toHaveURL('/settings/privacy');
  await expect(page).toHaveTitle('Privacy · Inlet');
  await page.getByLabel('Email address of the person').fill(email);
  await page.keyboard.press('Enter');
  await expect(page.getByText('2 submissions, 1 mention')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Submissions' }).getByRole('link', { name: form.name })).toHaveCount(2);
  await expect(page.getByRole('list', { name: 'Mentions' })).toContainText(`Please write to ${email}`);
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await file).suggestedFilename()).toBe('person.json');
  await expectGoodInBothThemes(page);

  await page.getByRole('button', { name: 'Erase' }).click();
  const dialog = page.getByRole('alertdialog', { name: `Erase ${email}?` });
  await dialog.getByLabel('Type the address to confirm').fill('grace@example.test');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Type the address to confirm')).toBeFocused();
  await expectGoodInBothThemes(page);
  await dialog.getByLabel('Type the address to confirm').fill(email);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/settings\/privacy\/erasures\//);
  await expect(page.getByText('Done', { exact: true })).toBeVisible();
  await expect(page.getByLabel('What was erased')).toContainText(/Submissions2/);
  await expectGoodInBothThemes(page);

  const receipt = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const [receiptFile, keysFile] = [testInfo.outputPath('receipt.jws'), testInfo.outputPath('keys.json')];
  await (await receipt).saveAs(receiptFile);
  await writeFile(keysFile, JSON.stringify(await inlet.readErasureKeys()));
  const { stdout } = await run(process.execPath, [verifyProgram, receiptFile, keysFile]);
  expect(stdout).toContain('"submissions": 2');
  expect(stdout).not.toContain(email);

  await inlet.waitForTotal(form, 1);
  await page.getByRole('list', { name: 'Mentions' }).getByRole('link', { name: other.name }).click();
  await expect(page.getByText(`Please write to ${email} about it`).first()).toBeVisible();
  await page.goto('/settings/privacy');
  await page.getByLabel('Email address of the person').fill(email);
  await page.keyboard.press('Enter');
  await expect(page.getByText('0 submissions, 1 mention')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Erasures' }).getByRole('listitem').first()).toContainText(
    '2 submissions, 1 mention left to you',
  );
});

test('the privacy screen works without a plan, on a small screen, and says what the plan lacks', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(page, '/settings/privacy', await newPerson(request));
  await expect(page.getByRole('heading', { name: 'Nothing erased yet' })).toBeVisible();
  await expect(page.getByText(/Automatic deletion is not part of your plan/)).toBeVisible();
  await page.getByRole('button', { name: 'Find' }).click();
  await expect(page.getByLabel('Email address of the person')).toBeFocused();
  await expectGoodInBothThemes(page);
  await page.getByLabel('Email address of the person').fill('nobody@example.test');
  await page.getByRole('button', { name: 'Find' }).click();
  await expect(page.getByText('Nothing is stored about this address.')).toBeVisible();
  await expectGoodInBothThemes(page);
});
