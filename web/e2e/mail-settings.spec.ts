import type { MailCheck } from '@inlet/contracts/mail-check';
import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { demo } from './inlet.ts';
import { mailCatcherUrl, textMailedTo } from './mails.ts';
import { expectGoodInBothThemes, signIn } from './pages.ts';

/** What an operator sees. The DNS of a test has no records, so the answer is made here. */
const found: MailCheck = {
  state: 'done',
  level: 'fault',
  checkedAt: '2026-11-20T14:05:09.000Z',
  sender: 'no-reply@forms.example.org',
  checks: [
    {
      id: 'spf',
      level: 'fault',
      message:
        'The SPF record of forms.example.org does not allow mail.example.org (5.6.7.8), so receivers may refuse mails. Replace it by this one.',
      record: {
        name: 'forms.example.org',
        type: 'TXT',
        value: 'v=spf1 include:_spf.example.net a:mail.example.org -all',
        replaces: 'v=spf1 include:_spf.example.net -all',
      },
    },
    {
      id: 'dkim',
      level: 'fault',
      message:
        'There is no key at inlet._domainkey.example.org, so receivers cannot verify the signature of mails. Add this record.',
      record: {
        name: 'inlet._domainkey.example.org',
        type: 'TXT',
        value: `v=DKIM1; k=rsa; p=${'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A'.repeat(12)}`,
        replaces: null,
      },
    },
    {
      id: 'dmarc',
      level: 'warning',
      message: 'forms.example.org has no DMARC policy, which large receivers ask for. Add this record.',
      record: { name: '_dmarc.example.org', type: 'TXT', value: 'v=DMARC1; p=none', replaces: null },
    },
    {
      id: 'reverse-dns',
      level: 'unknown',
      message: 'The relay smtp.example.net sends the mails, and cares for the names of its addresses.',
      record: null,
    },
    {
      id: 'tls',
      level: 'ok',
      message: 'Mails reach smtp.example.net encrypted, and its certificate is valid for 61 more days.',
      record: null,
    },
  ],
};

test('a test mail arrives and says so, and records to add can be copied', async ({ page, request, context }) => {
  await signIn(page, '/settings');
  await page.getByRole('navigation', { name: 'Account settings' }).getByRole('link', { name: 'Mail' }).click();
  await expect(page.getByRole('heading', { name: 'Mails stay on this machine' })).toBeVisible();
  await page.getByRole('button', { name: 'Send me a test mail' }).click();
  const state = page.getByRole('main').getByRole('status').filter({ hasText: 'The mail server' });
  await expect(state).toContainText('The mail server took the mail.');
  await expect(state).toContainText('The mail server says: 250');
  await textMailedTo(request, mailCatcherUrl(), demo.email, /You asked for this mail/);

  await page.route('**/api/v1/mail/check', (route) => route.fulfill({ json: found }));
  await page.reload();
  const checks = page.getByRole('list', { name: 'Checks of mails' });
  await expect(checks.getByRole('listitem')).toHaveCount(5);
  await expectGoodInBothThemes(page);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await checks
    .getByRole('listitem')
    .filter({ hasText: 'DMARC' })
    .getByRole('button', { name: 'Copy the value' })
    .click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('v=DMARC1; p=none');
});
