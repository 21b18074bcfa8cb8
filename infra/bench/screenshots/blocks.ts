import { sampleMails } from '@inlet/mail/samples';
import type { Page } from '@playwright/test';
import type { FilledForms } from '#screenshots/fill-account.ts';

/**
 * The picture beside a text block of the landing page: as wide as its column, so that its text is as large as there.
 */
export const blockSize = { width: 528, height: 330 };

/** A part of the product, and the element at its start. */
interface Block {
  readonly name: string;
  readonly open: (page: Page, forms: FilledForms) => Promise<void>;
  /** The element at the top of the picture; by default the top of the page. */
  readonly top?: (page: Page) => ReturnType<Page['locator']>;
}

export const blocks: readonly Block[] = [
  {
    name: 'inbox',
    async open(page, { contactId }) {
      await page.goto(`/forms/${contactId}`);
      await page.getByText('Mara Lindqvist').filter({ visible: true }).first().click();
      await page.getByRole('heading', { name: 'Mara Lindqvist' }).waitFor();
    },
    top: (page) => page.getByRole('heading', { name: 'Mara Lindqvist' }),
  },
  {
    name: 'mail',
    async open(page) {
      const mail = sampleMails('https://inlet.example')['notification-one'];
      if (!mail) throw new Error('There is no sample of a notification');
      await page.setContent(mail.html);
    },
  },
  {
    name: 'integrations',
    async open(page, { contactId }) {
      await page.goto(`/forms/${contactId}/integrations/new`);
      await page.getByText('Slack').first().waitFor();
    },
    top: (page) => page.getByText('Slack').first(),
  },
  {
    name: 'spam',
    async open(page, { contactId }) {
      await page.goto(`/forms/${contactId}/spam`);
      await page.getByText('Rank Boosters').filter({ visible: true }).first().waitFor();
    },
    // The newest submission is the first.
    top: (page) => page.getByText('Cheap Pills').filter({ visible: true }).first(),
  },
  {
    name: 'files',
    async open(page, { applicationsId }) {
      await page.goto(`/forms/${applicationsId}`);
      await page.getByText('Nora Fischer').filter({ visible: true }).first().click();
      await page.getByRole('heading', { name: '2 files' }).waitFor();
    },
    top: (page) => page.getByRole('heading', { name: '2 files' }),
  },
  {
    name: 'privacy',
    async open(page) {
      await page.goto('/settings/privacy');
      await page.getByLabel('Email address of the person').fill('mara@example.com');
      await page.keyboard.press('Enter');
      await page.getByText(/^\d+ submission/).waitFor();
    },
    top: (page) => page.getByText('Email address of the person', { exact: true }),
  },
];
