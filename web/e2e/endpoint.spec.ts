import { tmpdir } from 'node:os';
import { expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { totalSubmissions } from './inbox.ts';
import { expectGoodInBothThemes, keepMessages, signIn } from './pages.ts';
import { runShell } from './samples/run-program.ts';

const kinds = ['Script tag', 'React', 'HTML', 'Next.js', 'Astro', 'Vue', 'Svelte', 'fetch', 'curl', 'CLI'];

test('a new form shows its endpoint and code for it, ready to copy', async ({ page, inlet, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const form = await inlet.createForm({ allowedOrigins: ['https://*.example.com', 'https://example.org'] });
  await signIn(page, `/forms/${form.id}`);
  const box = page.getByRole('region', { name: 'Form Endpoint' });
  await expect(box.getByText('Use this URL as your form action or API endpoint.')).toBeVisible();
  await keepMessages(page);
  await box.getByRole('button', { name: 'Copy the endpoint URL' }).click();
  await expect(box.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await clipboard(page)).toBe(form.endpointUrl);

  await expect(page.getByRole('link', { name: 'Setup' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('tab')).toHaveText(kinds);
  for (const kind of kinds) {
    await page.getByRole('tab', { name: kind, exact: true }).click();
    const code = await page.getByRole('region', { name: `${kind} code` }).innerText();
    expect(code).toContain(form.endpointUrl);
    expect(code).toContain('https://www.example.com');
    await page.getByRole('button', { name: `Copy the ${kind} code` }).click();
    await expect.poll(() => clipboard(page)).toBe(code);
  }
  await expectGoodInBothThemes(page);
});

test('the copied command is a submission that the form takes', async ({ page, inlet }) => {
  const form = await inlet.createForm({ allowedOrigins: ['https://*.example.com'] });
  await signIn(page, `/forms/${form.id}`);
  await page.getByRole('tab', { name: 'curl' }).click();
  const command = await page.getByRole('region', { name: 'curl code' }).innerText();
  expect(await runShell(command, { env: {}, cwd: tmpdir() })).toMatchObject({ code: 0 });
  await expect(totalSubmissions(page)).toHaveText('1');
});

test('a test submission is a real one, as if from a website that the form allows', async ({ page, inlet, watch }) => {
  watch.expectStatus(409);
  const form = await inlet.createForm({ allowedOrigins: ['https://*.example.com'] });
  await signIn(page, `/forms/${form.id}`);
  await expect(page.getByText('It is stored and counts towards your monthly limit.')).toBeVisible();
  const send = page.getByRole('button', { name: 'Send a test submission' });
  await send.click();
  await expect(page.getByText('Sent, as if from https://www.example.com')).toBeVisible();
  const row = page.getByRole('row', { name: '3 fields submitted' });
  await expect(row).toContainText('https://www.example.com');
  await expect(totalSubmissions(page)).toHaveText('1');

  await inlet.updateForm(form, { isActive: false });
  await send.click();
  await expect(
    page.getByText('This form is inactive and takes no submissions. Make it active in its settings first.'),
  ).toBeVisible();
  await expectGoodInBothThemes(page);
});

test('a form with submissions opens on them, and has its code in the setup', async ({ page, inlet }) => {
  const form = await inlet.createForm();
  await inlet.submit(form, { message: 'Hello' });
  await inlet.waitForTotal(form, 1);
  await signIn(page, `/forms/${form.id}`);
  await expect(page.getByRole('link', { name: 'Inbox' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('tab')).toHaveCount(0);
  await page.getByRole('link', { name: 'Setup' }).click();
  await expect(page).toHaveURL(`/forms/${form.id}/setup`);
  await expect(page.getByRole('tab', { name: 'HTML' })).toBeVisible();
});

function clipboard(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText());
}
