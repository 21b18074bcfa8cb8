import { expect } from '@playwright/test';
import { test as base } from './fixtures.ts';
import { serveWebsite, type Website } from './samples/serve-pages.ts';

/** A test with a website of another origin than the product. */
export const test = base.extend<{ readonly website: Website }>({
  website: async ({ watch, baseURL }, use) => {
    const website = await serveWebsite();
    // The product and the website have different ports, and therefore different origins.
    expect(website.origin).not.toBe(baseURL);
    watch.expectRequestsTo(website.origin);
    await use(website);
    await website.close();
  },
});
