import { defineConfig } from '@playwright/test';

const { BASE_URL = 'http://localhost:8080', CHROMIUM_PATH, PLAYWRIGHT_JSON_OUTPUT_NAME } = process.env;
const { MAIL_URL, STRIPE_URL, OPERATIONS, OWN_PRODUCT, PHP_PATH, DEMO_EMAILS = 'demo@inlet.local' } = process.env;
const demoEmails = DEMO_EMAILS.split(' ');

export default defineConfig({
  testDir: './e2e',
  // Where the mails of the tested product can be read, its payment provider, the program by which its operator invites,
  // and what samples need.
  metadata: {
    mailUrl: MAIL_URL,
    stripeUrl: STRIPE_URL,
    operations: OPERATIONS,
    ownProduct: OWN_PRODUCT,
    php: PHP_PATH,
    demoEmails,
  },
  outputDir: './test-results',
  // All of them use one product, each with a demo account of its own.
  workers: demoEmails.length,
  retries: 0,
  forbidOnly: true,
  // For what hangs. How long a step takes says more about the machine than about the app, and a journey has many.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: PLAYWRIGHT_JSON_OUTPUT_NAME ? [['line'], ['json', { outputFile: PLAYWRIGHT_JSON_OUTPUT_NAME }]] : 'line',
  use: {
    baseURL: BASE_URL,
    locale: 'en-US',
    timezoneId: 'UTC',
    // Without a graphics card, each frame of a spinner or a transition takes processor time.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace of each journey takes a processor of its own; what was on the page of one that failed is kept.
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(CHROMIUM_PATH && { executablePath: CHROMIUM_PATH }),
      // In a locale without UTF-8, Chromium gives a file no name that has an umlaut.
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
