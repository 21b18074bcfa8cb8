import { test as base, expect } from '@playwright/test';
import { Inlet } from './inlet.ts';
import { type PageWatch, watchPage } from './page-watch.ts';
import { openReceiver, type Receiver } from './receiver.ts';

interface Fixtures {
  /** Faults of a page, asserted after every test. */
  readonly watch: PageWatch;
  /** The product's API, as the demo account's owner would script it. */
  readonly inlet: Inlet;
  /** A server that receives deliveries. */
  readonly receiver: Receiver;
}

export const test = base.extend<Fixtures>({
  watch: [
    async ({ context, baseURL }, use) => {
      const watch = await watchPage(context, baseURL ?? '');
      await use(watch);
      watch.assertClean();
    },
    { auto: true },
  ],
  inlet: async ({ request, context }, use) => {
    const inlet = await Inlet.signIn(request);
    await use(inlet);
    // A page that still follows a form would request the deleted one. A navigation in progress can refuse the first
    // attempt.
    for (const page of context.pages()) await expect(() => page.goto('about:blank')).toPass();
    await inlet.deleteForms();
  },
  receiver: async ({ baseURL: _baseURL }, use) => {
    const receiver = await openReceiver();
    await use(receiver);
    await receiver.close();
  },
});
