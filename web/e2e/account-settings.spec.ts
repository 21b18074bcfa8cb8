import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { demo } from './inlet.ts';
import { linkInMailTo, mailCatcherUrl } from './mails.ts';
import { expectGoodInBothThemes, expectLandingPage, keepMessages, signIn } from './pages.ts';
import { newPerson, statusOfMe } from './people.ts';

test('the profile menu leads to the account settings, by the keyboard as well', async ({ page }) => {
  await signIn(page, '/dashboard');
  await page.getByRole('button', { name: 'Profile' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu', { name: 'Profile' }).getByText(demo.email)).toBeVisible();
  await expect(page.getByRole('menuitem')).toHaveText([
    'Account settings',
    'New workspace',
    'Documentation',
    'Manage Billing',
    'Sign Out',
  ]);
  await page.getByRole('menuitem', { name: 'Account settings' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/settings');
  await expect(page.getByRole('heading', { name: 'Account settings', level: 1 })).toBeVisible();
  await expect(page.getByRole('menu')).toBeHidden();
  const sections = page.getByRole('navigation', { name: 'Account settings' });
  for (const [link, path] of [
    ['Sessions', '/settings/sessions'],
    ['API keys', '/settings/api-keys'],
    ['Activity', '/settings/activity'],
    ['Account', '/settings'],
  ] as const) {
    await sections.getByRole('link', { name: link }).press('Enter');
    await expect(page).toHaveURL(path);
    // A new page takes the focus.
    await expect(page.getByRole('main')).toBeFocused();
  }
});

test('without a subscription the plan screen leads to the account, which is exported and deleted', async ({
  page,
  request,
  watch,
}) => {
  watch.expectStatus(403);
  const person = await newPerson(request);
  await signIn(page, '/dashboard', person);
  await expect(page.getByRole('heading', { name: 'Choose Your Plan' })).toBeVisible();
  await page.getByRole('link', { name: 'account settings' }).click();
  await expect(page.getByText('Your forms need an active subscription.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'See the plans' })).toHaveAttribute('href', '/dashboard');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export my data' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^inlet-export-\d{4}-\d{2}-\d{2}\.json$/);
  expect(JSON.parse(await readFile(await file.path(), 'utf8')).user.email).toBe(person.email);
  await expect(page.getByRole('main').getByRole('status')).toContainText(/is complete, [\d.]+ kB\.$/);

  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' });
  await expect(dialog.getByLabel('Your password')).toBeFocused();
  await expect(dialog).toContainText('every form, its endpoint, and everything that was sent to it');
  await dialog.getByLabel('Your password').fill('not-the-password');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Your password')).toHaveAccessibleDescription('Incorrect password');
  await dialog.getByLabel('Your password').fill(person.password);
  await dialog.getByRole('button', { name: 'Yes, delete forever' }).click();
  await expect(page).toHaveURL('/goodbye');
  await expect(page.getByRole('heading', { name: 'Your account is deleted' })).toBeVisible();
  await expect(page.getByRole('listitem').first()).toContainText('everything that was sent to them');
  await expectGoodInBothThemes(page);
  await page.getByRole('link', { name: 'To the start page', exact: true }).click();
  await expectLandingPage(page);
  expect(await statusOfMe(request, person.accessToken)).toBe(401);
  const again = await request.post('/api/auth/sign-in', { data: { ...person, transport: 'token' } });
  expect(again.status()).toBe(401);
});

test('an export that breaks off says so and is begun again', async ({ page, watch }) => {
  watch.expectNetworkFailure();
  await signIn(page, '/settings');
  await page.route('**/api/v1/me/export', (route) => route.abort());
  await page.getByRole('button', { name: 'Export my data' }).click();
  await expect(page.getByRole('alert')).toContainText('The export was not completed.');
  await page.unroute('**/api/v1/me/export');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Try again' }).click();
  await download;
  await expect(page.getByRole('alert')).toBeHidden();
});

test('an address is changed by the link that is mailed to the new one', async ({ page, request, watch }) => {
  watch.expectStatus(403);
  watch.expectStatus(422);
  const person = await newPerson(request);
  const newEmail = `new-${person.email}`;
  await signIn(page, '/settings', person);
  const [email, password] = [page.getByLabel('New email address'), page.getByLabel('Your password')];
  const send = page.getByRole('button', { name: 'Send confirmation link' });
  await send.click();
  await expect(email).toHaveAccessibleDescription('Email is required');
  await expect(email).toBeFocused();
  await email.fill(person.email);
  await password.fill(person.password);
  await send.click();
  await expect(email).toHaveAccessibleDescription('Your account has this address already');
  await email.fill(newEmail);
  await password.fill('not-the-password');
  await send.click();
  await expect(password).toHaveAccessibleDescription(/Incorrect password$/);
  await password.fill(person.password);
  await send.click();
  await expect(page.getByRole('main').getByRole('status')).toContainText(`We have mailed a link to ${newEmail}.`);
  await expect(page.getByText('You sign in with')).toContainText(person.email);

  await page.goto(await linkInMailTo(request, mailCatcherUrl(), newEmail));
  await page.getByRole('button', { name: 'Confirm this address' }).click();
  await expect(page.getByRole('main').getByRole('status')).toContainText('Your new email address is confirmed.');
  await page.goto('/settings');
  await expect(page.getByText('You sign in with')).toContainText(newEmail);
});

test('a new password signs out every other device', async ({ page, request, watch }) => {
  watch.expectStatus(403);
  const person = await newPerson(request);
  await signIn(page, '/settings', person);
  const current = page.getByLabel('Current password');
  await current.fill('not-the-password');
  await page.getByLabel('New password').fill('short');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByLabel('New password')).toHaveAccessibleDescription(
    '8 or more characters. Avoid common passwords and your email address. Password must have at least 8 characters',
  );
  await page.getByLabel('New password').fill('second-password');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(current).toHaveAccessibleDescription('Incorrect password');
  await current.fill(person.password);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('main').getByRole('status')).toContainText(
    'Your password is changed. Every other device was signed out.',
  );
  await expect(current).toHaveValue('');
  expect(await statusOfMe(request, person.accessToken)).toBe(401);
  await page.getByRole('link', { name: 'Sessions' }).click();
  await expect(page.getByRole('list', { name: 'Devices' }).getByRole('listitem')).toHaveCount(1);
});

test('devices are listed and signed out, one or all', async ({ page, request, watch }) => {
  watch.expectNetworkFailure();
  const person = await newPerson(request);
  await signIn(page, '/settings/sessions', person);
  const devices = page.getByRole('list', { name: 'Devices' }).getByRole('listitem');
  await expect(devices).toHaveCount(2);
  await expect(devices.first()).toContainText(/Chrome on Linux.*This device/);
  await expect(devices.last()).toContainText('backup-script/2.1');
  await expect(devices.last()).toContainText(/Last used [A-Z][a-z]{2} \d/);
  const signOut = page.getByRole('button', { name: 'Sign out backup-script/2.1' });
  await page.route('**/api/v1/me/sessions/*', (route) => route.abort());
  await signOut.click();
  await expect(page.getByRole('alert')).toContainText('backup-script/2.1 is still signed in.');
  await page.unroute('**/api/v1/me/sessions/*');
  await signOut.click();
  await expect(devices).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'Devices' })).toBeFocused();
  expect(await statusOfMe(request, person.accessToken)).toBe(401);

  watch.expectStatus(403);
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Sign out everywhere?' });
  // Behaves like a session older than ten minutes, until the password is entered.
  const code = 'confirmation_required';
  await page.route('**/api/v1/me/sessions', (route) => route.fulfill({ status: 403, json: { code, error: code } }));
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
  const question = page.getByRole('alertdialog', { name: 'Confirm that it is you' });
  await expect(question.getByLabel('Your password')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(dialog.getByRole('alert')).toContainText('You may still be signed in.');
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
  await question.getByLabel('Your password').fill('not-the-password');
  await page.keyboard.press('Enter');
  await expect(question.getByLabel('Your password')).toHaveAccessibleDescription('Incorrect password');
  await page.unroute('**/api/v1/me/sessions');
  await question.getByLabel('Your password').fill(person.password);
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expectLandingPage(page);
  await page.goto('/settings');
  await expect(page).toHaveURL('/auth');
});

test('an API key is shown once, works, and is refused when it is revoked', async ({
  page,
  request,
  context,
  watch,
}) => {
  watch.expectStatus(403);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const person = await newPerson(request);
  await signIn(page, '/settings/api-keys', person);
  await expect(page.getByRole('heading', { name: 'No API keys yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Create API key' }).press('Enter');
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Name')).toHaveAccessibleDescription(/Name is required$/);
  await page.keyboard.type('Nightly backup');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'Read and write' })).toBeChecked();
  await page.getByLabel('Works for').selectOption('30 days');
  const password = page.getByLabel('Your password');
  await password.fill('not-the-password');
  await page.keyboard.press('Enter');
  await expect(password).toHaveAccessibleDescription(/Incorrect password$/);
  await password.fill(person.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'The key Nightly backup is created' })).toBeFocused();
  await keepMessages(page);
  await page.getByRole('button', { name: 'Copy the API key' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const key = await page.evaluate(() => navigator.clipboard.readText());
  await expect(page.getByRole('region', { name: 'API key', exact: true })).toHaveText(key);
  expect(await statusOfMe(request, key)).toBe(200);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(key)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Create API key' })).toBeFocused();

  await page.reload();
  const row = page.getByRole('list', { name: 'API keys' }).getByRole('listitem');
  await expect(row).toContainText(/Nightly backup.*Read and write.*inlet_.{4}….*Created .*Expires .*Last used/);
  await row.getByRole('button', { name: 'Revoke Nightly backup' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Revoke “Nightly backup”?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await statusOfMe(request, key)).toBe(200);
  await row.getByRole('button', { name: 'Revoke Nightly backup' }).click();
  await dialog.getByRole('button', { name: 'Yes, revoke' }).click();
  await expect(page.getByRole('heading', { name: 'No API keys yet' })).toBeVisible();
  expect(await statusOfMe(request, key)).toBe(401);
});

test('the activity of the account is shown in sentences, a page at a time', async ({ page, request }) => {
  const person = await newPerson(request);
  const headers = { authorization: `Bearer ${person.accessToken}` };
  const data = { name: 'Deploy', scope: 'read', password: person.password };
  for (let made = 0; made < 25; made += 1) {
    const created = await request.post('/api/v1/me/api-keys', { data, headers });
    await request.delete(`/api/v1/me/api-keys/${(await created.json()).id}`, { headers });
  }
  await signIn(page, '/settings/activity', person);
  const events = page.getByRole('list', { name: 'Activity' }).getByRole('listitem');
  await expect(events).toHaveCount(50);
  await expect(events.nth(0)).toContainText(/^Signed in.*Chrome on Linux/);
  await expect(events.nth(1)).toContainText('Revoked the API key “Deploy”');
  await expect(events.nth(2)).toContainText('Created the API key “Deploy” (read only)');
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(events).toHaveCount(52);
  await expect(events.nth(50)).toBeFocused();
  await expect(events.last()).toContainText('The account was created');
  await expect(page.getByRole('button', { name: 'Load more' })).toBeHidden();
});

test('a failed load is reported and can be repeated', async ({ page, watch }) => {
  watch.expectNetworkFailure();
  const calls = /\/api\/v1\/(me|workspaces)\//;
  await signIn(page, '/settings');
  await page.route(calls, (route) => route.abort());
  for (const [link, title, list] of [
    ['Sessions', 'Your devices could not be loaded', 'Devices'],
    ['API keys', 'Your API keys could not be loaded', null],
    ['Activity', 'Your activity could not be loaded', 'Activity'],
  ] as const) {
    await page.getByRole('navigation', { name: 'Account settings' }).getByRole('link', { name: link }).click();
    await expect(page.getByRole('alert')).toContainText(title);
    await page.unroute(calls);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('alert')).toBeHidden();
    if (list) await expect(page.getByRole('list', { name: list })).toBeVisible();
    await page.route(calls, (route) => route.abort());
  }
});

test('the account screen has no accessibility violation and does not scroll sideways', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(page, '/settings');
  await page.getByRole('button', { name: 'Send confirmation link' }).click();
  await expectGoodInBothThemes(page);
  await page.getByRole('button', { name: 'Delete account' }).click();
  await page.getByRole('button', { name: 'Yes, delete forever' }).click();
  await expectGoodInBothThemes(page);
});

test('sessions, keys and activity have no accessibility violation and do not scroll sideways', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  // The lists must be short: the demo account's grow with every journey, and checking each row takes time.
  await signIn(page, '/settings/sessions', await newPerson(request));
  const sections = page.getByRole('navigation', { name: 'Account settings' });
  await expect(page.getByRole('list', { name: 'Devices' })).toBeVisible();
  await expectGoodInBothThemes(page);
  await sections.getByRole('link', { name: 'API keys' }).click();
  await page.getByRole('button', { name: 'Create API key' }).click();
  await page.getByRole('button', { name: 'Create key' }).click();
  await expectGoodInBothThemes(page);
  await sections.getByRole('link', { name: 'Activity' }).click();
  await expect(page.getByRole('list', { name: 'Activity' })).toBeVisible();
  await expectGoodInBothThemes(page);
});
