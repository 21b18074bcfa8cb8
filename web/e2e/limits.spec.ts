import type { Form } from '@inlet/contracts/forms';
import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { uniqueName, website } from './inlet.ts';
import { mailCatcherUrl, textMailedTo } from './mails.ts';
import { expectGoodInBothThemes, expectNoSidewaysScroll, signIn } from './pages.ts';
import { newSubscriber } from './plans.ts';

const reasonFor = (limit: number) =>
  `You've reached your form limit (${limit}). Upgrade your plan to create more forms.`;

test('from four fifths of a limit on the dashboard warns, for everybody', async ({ page, inlet }) => {
  const { used, formLimit } = await inlet.useForms(0.8);
  await signIn(page, '/dashboard');
  await expect(page.getByRole('heading', { name: 'Approaching Plan Limits' })).toBeVisible();
  await expect(page.getByText(`You have used ${used} of ${formLimit} forms.`)).toBeVisible();
  const meter = page.getByRole('progressbar', { name: 'Forms used' });
  await expect(meter.locator('[data-level="warning"]')).toHaveCount(1);
  await expectGoodInBothThemes(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
});

test('a plan that is full leads from the dashboard to the plans, with the reason', async ({ page, inlet }) => {
  const limit = await inlet.useUpForms();
  await signIn(page, '/dashboard');
  const warning = page.getByRole('alert').filter({ has: page.getByRole('heading', { name: 'Plan limit reached' }) });
  await expect(warning).toContainText(reasonFor(limit));
  await expectGoodInBothThemes(page);
  const meter = page.getByRole('progressbar', { name: 'Forms used' });
  await expect(meter.locator('[data-level="full"]')).toHaveCount(1);
  await page.getByRole('button', { name: 'New Form' }).click();
  const dialog = page.getByRole('dialog', { name: 'Upgrade Plan' });
  await expect(dialog.getByRole('alert')).toHaveText(reasonFor(limit));
  await expect(dialog.getByRole('button', { name: 'Current Plan' })).toBeDisabled();
  await expectGoodInBothThemes(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'New Form' })).toBeFocused();
});

test('a plan that is full takes no new form, and says so before anything is typed', async ({ page, inlet }) => {
  const limit = await inlet.useUpForms();
  await signIn(page, '/forms/new');
  await expect(page.getByRole('alert')).toContainText(reasonFor(limit));
  await expect(page.getByRole('button', { name: 'Create Form' })).toBeDisabled();
  await expectGoodInBothThemes(page);
  await page.getByRole('button', { name: 'Upgrade Plan' }).click();
  await expect(page.getByRole('dialog', { name: 'Upgrade Plan' })).toBeVisible();
});

test('a month that is full says on every page what it refuses, while the pages are open', async ({ page, request }) => {
  const person = await newSubscriber(request);
  await person.changeTo('price_inlet_starter_monthly', 'starter');
  const { headers } = person;
  const data = { name: uniqueName('Form'), allowedOrigins: [website] };
  const form: Form = await (await request.post('/api/v1/forms', { data, headers })).json();
  const send = async () => {
    const answer = await request.post(form.endpointUrl, { data: { a: 1 }, headers: { origin: website } });
    return answer.status();
  };
  const sendMany = (count: number) => Promise.all(Array.from({ length: count }, send));
  for (let sent = 0; sent < 980; sent += 20) await sendMany(20);
  await signIn(page, '/dashboard', person);
  const panel = page.getByRole('region', { name: 'Needs attention' });
  await expect(panel).toBeVisible();
  expect(await sendMany(23)).toEqual(expect.arrayContaining([200, 429]));
  await expect(panel.getByText(/^3 refused since \d+:\d\d [AP]M$/)).toBeVisible();
  await expect(page.getByText(/On track for/)).toBeHidden();
  await expectGoodInBothThemes(page);
  expect(await sendMany(2)).toEqual([429, 429]);
  await expect(panel.getByText(/^5 refused since/)).toBeVisible();
  await panel.getByRole('button', { name: 'Upgrade' }).click();
  await expect(page.getByRole('dialog', { name: 'Upgrade Plan' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Forms', exact: true }).click();
  const badge = (count: number) => page.getByText(`Limit reached · ${count} refused`);
  await expect(badge(5)).toBeVisible();
  await page.setViewportSize({ width: 320, height: 640 });
  await expectGoodInBothThemes(page);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/forms/${form.id}`);
  await expect(badge(5)).toBeVisible();
  await send();
  await expect(badge(6)).toBeVisible();
  await expect(page.getByText(/Plan limit reached.*6 refused since/)).toBeVisible();
  for (const width of [1280, 1024, 768, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page);
  }
  const mail = await textMailedTo(request, mailCatcherUrl(), person.email, /^Upgrade:/m);
  expect(mail).toMatch(/Your forms refuse further submissions until \w+ \d+, \d+, and have refused \d so far\./);
});
