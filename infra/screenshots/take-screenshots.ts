import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { fillAccount } from '#screenshots/fill-account.ts';
import { toWebp } from '#screenshots/to-webp.ts';

const folder = resolve(import.meta.dirname, '../../web/src/features/landing/images');
const viewport = { width: 1_120, height: 800 };
/** Sharp on a fine screen, and small for a phone. */
const widths = [1_600, 800];
/** The app's bar at the top and some air, in pixels. */
const topBarHeight = 104;

/** Photographs the product's own screens, in both colours, for the landing page. */
export async function takeScreenshots(url: string, executablePath: string): Promise<void> {
  const browser = await chromium.launch({ executablePath, args: ['--headless', '--no-sandbox', '--disable-gpu'] });
  try {
    const formId = await fillAccount(url);
    await mkdir(folder, { recursive: true });
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await signIn(browser, url, colorScheme);
      await page.goto(`${url}/forms/${formId}`);
      await page.getByText('3 fields submitted').last().waitFor();
      await scrollTo(page, 'Form Endpoint');
      await take(page, `inbox-${colorScheme}`);
      await page.goto(`${url}/dashboard`);
      await page.getByText('Contact form').first().waitFor();
      await take(page, `dashboard-${colorScheme}`);
      await page.context().close();
    }
  } finally {
    await browser.close();
  }
}

async function signIn(browser: Browser, url: string, colorScheme: 'light' | 'dark'): Promise<Page> {
  const context = await browser.newContext({ viewport, deviceScaleFactor: 2, colorScheme, locale: 'en-US' });
  const page = await context.newPage();
  await page.goto(`${url}/auth`);
  await page.getByLabel('Email').fill('demo@inlet.local');
  await page.getByLabel('Password').fill('inlet-demo');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/dashboard');
  return page;
}

async function take(page: Page, name: string): Promise<void> {
  await page.waitForFunction("document.getAnimations().every(({ playState }) => playState !== 'running')");
  const png = await page.screenshot();
  for (const width of widths) {
    const webp = await toWebp(page, png, width);
    await writeFile(join(folder, `${name}-${width}.webp`), webp);
    console.log(`${name}-${width}.webp  ${Math.round(webp.length / 1_024)} kB`);
  }
}

/** Puts a heading right below the app's bar. */
async function scrollTo(page: Page, heading: string): Promise<void> {
  const box = await page.getByRole('heading', { name: heading }).boundingBox();
  await page.evaluate(`window.scrollBy({ top: ${(box?.y ?? 0) - topBarHeight}, behavior: 'instant' })`);
}
