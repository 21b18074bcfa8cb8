import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { demo } from './inlet.ts';
import { linkInMailTo, mailCatcherUrl, textMailedTo } from './mails.ts';
import { expectGoodInBothThemes, signIn } from './pages.ts';
import { newPerson } from './people.ts';
import { openReceiver } from './receiver.ts';

test('a recipient confirms, is told of a submission, and stops the mails', async ({ page, inlet, request }) => {
  const team = newEmail();
  const form = await inlet.createForm();
  await signIn(page, `/forms/${form.id}/settings`);
  await page.getByRole('link', { name: 'Notifications' }).click();
  await expect(page).toHaveURL(`/forms/${form.id}/settings/notifications`);
  await expect(page).toHaveTitle(`Notifications of ${form.name} · Inlet`);
  await expect(recipient(page, demo.email)).toContainText('Active');

  await page.getByLabel('Add a recipient').fill(team);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText(`Mails to ${team} start once`)).toBeVisible();
  await expect(recipient(page, team)).toContainText('Not confirmed');
  await expectGoodInBothThemes(page);

  await page.goto(await linkInMailTo(request, mailCatcherUrl(), team, /https?:\/\/\S+\/confirm-recipient\S+/));
  await expect(page.getByRole('heading', { name: 'Confirm this address' })).toBeVisible();
  await expectGoodInBothThemes(page);
  await page.getByRole('button', { name: 'Confirm this address' }).click();
  await expect(page.getByRole('status')).toContainText(`${team} is told of new submissions of ${form.name}`);

  await inlet.submit(form, { name: 'Ada', message: 'Good morning' });
  await textMailedTo(request, mailCatcherUrl(), team, /Good morning/);
  await page.goto(await linkInMailTo(request, mailCatcherUrl(), team, /https?:\/\/\S+\/unsubscribe\S+/));
  await expect(page.getByText(`${team} is told of new submissions of ${form.name}.`)).toBeVisible();
  await expectGoodInBothThemes(page);
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByRole('status')).toContainText(`${team} gets no more mails about ${form.name}`);

  await page.goto(`/forms/${form.id}/settings/notifications`);
  await expect(recipient(page, team)).toContainText('Unsubscribed');
  await page.getByRole('button', { name: `Remove ${team}` }).click();
  await expect(page.getByText(`${team} is off the list.`)).toBeVisible();
  await expect(page.getByRole('button', { name: `Remove ${demo.email}` })).toBeFocused();
});

test('a visitor gets the auto-reply, and the owner finds it as it was saved', async ({ page, inlet, request }) => {
  const visitor = newEmail();
  const form = await inlet.createForm();
  await signIn(page, `/forms/${form.id}/settings/notifications`);
  await page.getByRole('radio', { name: 'Off' }).check();
  await page.getByRole('switch', { name: 'Auto-reply is off' }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByLabel('Subject')).toBeFocused();
  await expectGoodInBothThemes(page);
  await page.getByLabel('Subject').fill('Thank you');
  await page.getByLabel('Message').fill('We answer within two days.');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();

  await inlet.submit(form, { email: visitor, message: 'Is this repeated?' });
  const text = await textMailedTo(request, mailCatcherUrl(), visitor, /We answer within two days\./);
  expect(text).not.toContain('Is this repeated?');
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Off' })).toBeChecked();
  await expect(page.getByLabel('Message')).toHaveValue('We answer within two days.');
});

test('an integration that the owner chose hears that another one was disabled', async ({ page, inlet, receiver }) => {
  const gone = await openReceiver();
  gone.answer.status = 410;
  const form = await inlet.createForm();
  await inlet.addTarget(form, { name: 'Team', url: receiver.url });
  await inlet.addTarget(form, { name: 'Old server', url: gone.url });
  await signIn(page, `/forms/${form.id}/settings/notifications`);
  await page.getByLabel('Send alerts also to').selectOption('Team');
  await expectGoodInBothThemes(page);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Send alerts also to').locator('option:checked')).toHaveText('Team');

  // A server that answers 410 wants no further deliveries.
  await inlet.submit(form, { message: 'Hello' });
  const alerts = () =>
    receiver.received.map(({ body }) => JSON.parse(body)).filter(({ type }) => type === 'form.alert');
  await expect.poll(alerts).toHaveLength(1);
  const { form: told, alert } = alerts()[0].data;
  expect(told).toEqual({ id: form.id, name: form.name });
  expect(alert).toMatchObject({ kind: 'target_failing', message: expect.stringContaining('Old server') });
  await page.goto(new URL(alert.url).pathname);
  await expect(page.getByRole('link', { name: 'Old server' })).toBeVisible();
  await page.getByRole('link', { name: 'Team' }).click();
  await expect(page.getByRole('table', { name: 'Deliveries, newest first' })).toContainText('Alert');
  expect(gone.received).toHaveLength(1);
  await gone.close();
});

test('leaving asks before an auto-reply that is not saved is lost', async ({ page, inlet }) => {
  const form = await inlet.createForm();
  await signIn(page, `/forms/${form.id}/settings/notifications`);
  await page.getByRole('switch', { name: 'Surge alert is off' }).click();
  await page.getByRole('link', { name: 'General' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'General' }).click();
  await expect(page).toHaveURL(`/forms/${form.id}/settings`);
});

test('a new person verifies the address by the link in the mail', async ({ page, request }) => {
  const person = await newPerson(request);
  await signIn(page, '/settings', person);
  await expect(page.getByText('Verify your email address')).toBeVisible();
  await expectGoodInBothThemes(page);
  await page.goto(await linkInMailTo(request, mailCatcherUrl(), person.email, /https?:\/\/\S+mode=verify\S+/));
  await expectGoodInBothThemes(page);
  await page.getByRole('button', { name: 'Verify this address' }).click();
  await expect(page.getByRole('status')).toHaveText('Your email address is verified.');
  await page.goto('/settings');
  await expect(page.getByLabel('Time zone')).toBeVisible();
  await expect(page.getByText('Verify your email address')).toBeHidden();
});

test('the time zone and the mails of the account are saved at once', async ({ page, request }) => {
  await signIn(page, '/settings', await newPerson(request));
  await page.getByLabel('Time zone').selectOption('Europe/Berlin');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.getByRole('switch', { name: 'Mails about the monthly limit are on' }).click();
  await page.getByRole('switch', { name: 'Mails about the monthly limit are off' }).waitFor();
  // The switch shows the choice before it is saved.
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Time zone')).toHaveValue('Europe/Berlin');
  await expect(page.getByRole('switch', { name: 'Mails about the monthly limit are off' })).not.toBeChecked();
});

test('links that are not complete say so', async ({ page, watch }) => {
  watch.expectStatus(400);
  await page.goto('/unsubscribe?token=nonsense');
  await expect(page.getByRole('alert')).toContainText('This link is not complete');
  await expectGoodInBothThemes(page);
  await page.goto('/confirm-recipient?token=nonsense');
  await page.getByRole('button', { name: 'Confirm this address' }).click();
  await expect(page.getByRole('alert')).toHaveText('This link is not valid any more. Ask for a new one.');
});

test.describe('on a screen of 320 pixels', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('notifications fit, with every option open', async ({ page, inlet }) => {
    const form = await inlet.createForm();
    await signIn(page, `/forms/${form.id}/settings/notifications`);
    await page.getByLabel('Add a recipient').fill(`${'a-long-name-'.repeat(4)}${newEmail()}`);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByText(/^Mails to .* start once/)).toBeVisible();
    await page.getByRole('switch', { name: 'Auto-reply is off' }).click();
    await expectGoodInBothThemes(page);
  });
});

function recipient(page: Page, email: string) {
  return page.getByRole('list', { name: 'Recipients' }).getByRole('listitem').filter({ hasText: email });
}

function newEmail(): string {
  return `${randomUUID()}@example.test`;
}
