import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '@inlet/local/config';
import type { Browser, Page } from '@playwright/test';
import { fillAccount } from '#screenshots/fill-account.ts';
import { toWebp } from '#screenshots/to-webp.ts';
import { withBrowser } from '#with-browser.ts';

const folder = join(projectRoot, 'web/src/features/landing/images');
const readmePicture = join(projectRoot, 'docs/images/form.png');
/** What an address of this machine would say to nobody. */
const shownHost = 'https://inlet.example';

/** The wide screens are sharp on a fine one and small for a tablet; on a phone the app looks as on the reader's own. */
const screens = {
  wide: {
    viewport: { width: 1_120, height: 800 },
    files: [
      { suffix: '1600', width: 1_600 },
      { suffix: '800', width: 800 },
    ],
  },
  phone: {
    viewport: { width: 390, height: 640 },
    files: [{ suffix: 'phone', width: 780 }],
  },
} as const;

type Screen = (typeof screens)[keyof typeof screens];
type ColorScheme = 'light' | 'dark';

/** Photographs the product's own screens, in both colours, for the landing page and for the README. */
export async function takeScreenshots(url: string, executablePath: string): Promise<void> {
  const formId = await fillAccount(url);
  await mkdir(folder, { recursive: true });
  await withBrowser(executablePath, async (browser) => {
    for (const screen of Object.values(screens)) {
      for (const colorScheme of ['light', 'dark'] as const) {
        const page = await signIn(browser, url, { screen, colorScheme });
        await page.goto(`${url}/forms/${formId}`);
        await page.getByText('Mara Lindqvist').filter({ visible: true }).first().waitFor();
        const inbox = await take(page, url);
        await write(page, inbox, `inbox-${colorScheme}`, screen);
        const isForReadme = screen === screens.wide && colorScheme === 'light';
        if (isForReadme) await page.screenshot({ path: readmePicture, scale: 'css' });
        await page.goto(`${url}/dashboard`);
        await page.getByText('Spring workshop').first().waitFor();
        await write(page, await take(page, url), `dashboard-${colorScheme}`, screen);
        await page.context().close();
      }
    }
  });
}

async function signIn(
  browser: Browser,
  url: string,
  { screen, colorScheme }: { screen: Screen; colorScheme: ColorScheme },
): Promise<Page> {
  const { viewport } = screen;
  // Waiting for a function evaluates text in the page, which the product's policy forbids.
  const context = await browser.newContext({
    viewport,
    deviceScaleFactor: 2,
    colorScheme,
    locale: 'en-US',
    bypassCSP: true,
  });
  const page = await context.newPage();
  await page.goto(`${url}/auth`);
  await page.getByLabel('Email').fill('demo@inlet.local');
  await page.getByLabel('Password', { exact: true }).fill('inlet-demo');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/dashboard');
  return page;
}

async function take(page: Page, url: string): Promise<Buffer> {
  await page.evaluate(prepare(url));
  await page.waitForFunction("document.getAnimations().every(({ playState }) => playState !== 'running')");
  return page.screenshot();
}

async function write(page: Page, png: Buffer, name: string, { files }: Screen): Promise<void> {
  for (const { suffix, width } of files) {
    const webp = await toWebp(page, png, width);
    await writeFile(join(folder, `${name}-${suffix}.webp`), webp);
    console.log(`${name}-${suffix}.webp  ${Math.round(webp.length / 1_024)} kB`);
  }
}

// As text, because it runs in the browser, whose names are not known here. A picture has no scrollbar to keep room for.
function prepare(url: string): string {
  return `(() => {
    document.documentElement.style.scrollbarGutter = 'auto';
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) texts.currentNode.data = texts.currentNode.data.replaceAll('${url}', '${shownHost}');
  })()`;
}
