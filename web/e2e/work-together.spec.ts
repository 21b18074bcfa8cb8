import { randomUUID } from 'node:crypto';
import type { Session } from '@inlet/contracts/sessions';
import { type APIRequestContext, expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { detailsOf, expectRows, rowsOf, save } from './inbox.ts';
import { demo } from './inlet.ts';
import { linkInMailTo, mailCatcherUrl, textMailedTo } from './mails.ts';
import { expectAccessible, expectGoodInBothThemes, expectNoSidewaysScroll, signIn } from './pages.ts';

/** A workspace of the demo account's owner and of somebody who was invited to it. */
async function invite(request: APIRequestContext) {
  const signedIn = await request.post('/api/auth/sign-in', { data: { ...demo, transport: 'token' } });
  const { access_token, user }: Session = await signedIn.json();
  const headers = { authorization: `Bearer ${access_token}` };
  const credentials = { email: `colleague-${randomUUID().slice(0, 8)}@example.test`, password: 'first-password' };
  const workspace = `/api/v1/workspaces/${user.id}`;
  const invitation = { email: credentials.email, role: 'editor' };
  expect((await request.post(`${workspace}/invitations`, { data: invitation, headers })).status()).toBe(201);
  const link = await linkInMailTo(request, mailCatcherUrl(), credentials.email);
  const join = new URL(link, 'https://inlet.example').searchParams.get('join');
  const joined = await request.post('/api/auth/sign-up', { data: { ...credentials, join, transport: 'token' } });
  expect(joined.status()).toBe(201);
  const { personId }: Session['user'] = (await joined.json()).user;
  // The next test of this account works alone again.
  const leave = async () => {
    expect((await request.delete(`${workspace}/members/${personId}`, { headers })).status()).toBe(204);
  };
  return { ...credentials, leave };
}

test('a submission is assigned, a note mentions a member, and the member finds both by mail', async ({
  page,
  inlet,
  request,
  browser,
}) => {
  const form = await inlet.createForm({ name: 'Orders' });
  for (const name of ['Ada', 'Grace', 'Edsger']) {
    await inlet.submit(form, { name, email: `${name.toLowerCase()}@example.com`, message: 'Twenty chairs, please.' });
  }
  await inlet.waitForTotal(form, 3);
  const colleague = await invite(request);
  try {
    await page.setViewportSize({ width: 1440, height: 900 });
    await signIn(page, `/forms/${form.id}`);
    await expect(page.getByRole('button', { name: 'Assigned to me' })).toBeVisible();
    // It is marked as read by a request of its own.
    await save(page, () => rowsOf(page).filter({ hasText: 'Grace' }).getByRole('button').click());
    const details = detailsOf(page);
    await save(page, () => details.getByLabel('Assigned to').selectOption(colleague.email));
    await expect(rowsOf(page).filter({ hasText: 'Grace' })).toContainText(`Assigned to ${colleague.email}`);
    await details.getByLabel('Note').pressSequentially('Do we have twenty of them, @coll');
    const members = details.getByRole('listbox', { name: 'Members' });
    await expect(members.getByRole('option', { selected: true })).toHaveText(colleague.email);
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(details.getByLabel('Note')).toHaveValue(`Do we have twenty of them, @${colleague.email} `);
    await save(page, () => details.getByRole('button', { name: 'Save note' }).click());
    await expectGoodInBothThemes(page);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 375, height: 812 });
    await expectNoSidewaysScroll(page);
    await details.getByLabel('Assigned to').scrollIntoViewIfNeeded();
    await details.getByRole('button', { name: 'Close' }).click();
    await expectGoodInBothThemes(page);
    await rowsOf(page).filter({ hasText: 'Edsger' }).getByRole('checkbox').click();
    await page.getByRole('button', { name: 'Assign', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Assign to' });
    await expectGoodInBothThemes(page);
    await save(page, () => dialog.getByRole('button', { name: demo.email }).click());
    await expect(rowsOf(page).filter({ hasText: 'Edsger' })).toContainText('Assigned to you');
    await page.getByRole('button', { name: 'Clear the selection' }).click();
    // The message about the change covers the button of the sheet for a while.
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('dialog', { name: 'Filters' }).getByLabel('Assigned to').selectOption('Nobody');
    await page.keyboard.press('Escape');
    await expectRows(page, ['Ada']);

    const assigned = await textMailedTo(request, mailCatcherUrl(), colleague.email, /assigned a submission/);
    expect(assigned).toContain('“Orders”');
    const mention = await textMailedTo(request, mailCatcherUrl(), colleague.email, /mentions you in a note/);
    expect(mention).toContain('Do we have twenty of them');
    const { pathname, search } = new URL(/https?:\S+submission=\S+/.exec(mention)?.[0] ?? '');

    const theirs = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await signIn(theirs, pathname + search, colleague);
    await expect(detailsOf(theirs).getByRole('heading', { name: 'Grace' })).toBeVisible();
    await expect(detailsOf(theirs).getByLabel('Note')).toHaveValue(/^Do we have twenty/);
    await detailsOf(theirs).getByRole('button', { name: 'Close' }).click();
    await theirs.getByRole('button', { name: 'Assigned to me' }).click();
    await expectRows(theirs, ['Grace']);
    await expect(rowsOf(theirs)).toContainText('Assigned to you');
    await theirs.goto('/settings');
    const mails = theirs.getByRole('switch', { name: 'Mails about your work are on' });
    await expect(mails).toBeChecked();
    await save(theirs, () => mails.click());
    await theirs.close();
  } finally {
    await colleague.leave();
  }
});
