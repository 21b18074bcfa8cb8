import type { Form } from '@inlet/contracts/forms';
import type { BrowserContext, Page } from '@playwright/test';
import { clientScript } from './samples/client-script.ts';
import { test as base } from './website.ts';

export const saved = 'Saved. It will be sent when you are online again.';
export const sent = 'Form submitted successfully';

interface Shop {
  readonly form: Form;
  /** Opens a page of the website, with the script tag and this form. */
  readonly open: (fields?: string, attributes?: string) => Promise<Page>;
}

/** A test with a website whose form the client sends. */
export const test = base.extend<{ readonly shop: Shop }>({
  shop: async ({ website, inlet, context }, use) => {
    const form = await inlet.createForm({ allowedOrigins: [website.origin] });
    website.pages.set('/inlet.js', await clientScript());
    await use({
      form,
      open: async (fields = '<input name="message" aria-label="Message">', attributes = '') => {
        const button = '<button name="sent-by" value="button">Send</button>';
        website.pages.set(
          '/',
          `<!doctype html><title>A website</title>
          <form data-inlet action="${form.endpointUrl}" method="post" ${attributes}>${fields}${button}</form>
          <script src="/inlet.js"></script>`,
        );
        const page = await context.newPage();
        await page.goto(website.origin);
        return page;
      },
    });
  },
});

export const message = (page: Page) => page.getByLabel('Message');
export const status = (page: Page) => page.getByRole('status');
export const send = (page: Page) => page.getByRole('button', { name: 'Send' }).click();

export async function write(page: Page, text: string): Promise<void> {
  await message(page).fill(text);
  await send(page);
}

/** The keys of the submissions that the browser sends; a preflight is none. */
export function notePosts(context: BrowserContext): string[] {
  const keys: string[] = [];
  context.on('request', (request) => {
    if (request.method() === 'POST') keys.push(request.headers()['idempotency-key'] ?? '');
  });
  return keys;
}
