import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '@inlet/local/config';
import { withProduct } from '@inlet/local/with-product';
import type { Browser, Page } from '@playwright/test';
import { blockSize, blocks } from '#screenshots/blocks.ts';
import { type FilledForms, fillAccount } from '#screenshots/fill-account.ts';
import { openSignedIn, withBrowser } from '#with-browser.ts';

const folder = join(projectRoot, 'web/src/features/landing/images');
const readmePicture = join(projectRoot, 'docs/images/form.png');
const webpQuality = 0.8;
/** Sharp on most screens, and still small. */
const blockWidth = 880;
/** The space above the first element of a picture. */
const marginTop = 16;
/** Replaces this machine's address, which tells a reader nothing. */
const shownHost = 'https://inlet.example';

/**
 * Wide pictures are sharp on high-resolution screens and small for a tablet; on a phone the picture looks like the app
 * on the reader's own phone.
 */
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
};

// Photographs the product's own screens, in both colour schemes, for the landing page and the README.
await withProduct(async ({ stack: { url }, chromium }) => {
  const forms = await fillAccount(url);
  await mkdir(folder, { recursive: true });
  await withBrowser(chromium, async (browser) => {
    for (const screen of Object.values(screens)) {
      for (const colorScheme of ['light', 'dark'] as const) {
        const { viewport } = screen;
        const { page, context } = await openSignedIn(browser, url, { viewport, deviceScaleFactor: 2, colorScheme });
        await page.goto(`/forms/${forms.contactId}`);
        await page.getByText('Mara Lindqvist').filter({ visible: true }).first().waitFor();
        const inbox = await take(page, url);
        await write(page, inbox, `inbox-${colorScheme}`, screen.files);
        const isForReadme = screen === screens.wide && colorScheme === 'light';
        if (isForReadme) await page.screenshot({ path: readmePicture, scale: 'css' });
        await context.close();
      }
    }
    for (const colorScheme of ['light', 'dark'] as const) await writeBlocks(browser, url, forms, colorScheme);
  });
  return true;
});

async function writeBlocks(browser: Browser, url: string, forms: FilledForms, colorScheme: 'light' | 'dark') {
  for (const { name, open, top } of blocks) {
    const viewport = { width: blockSize.width, height: 900 };
    const { page, context } = await openSignedIn(browser, url, { viewport, deviceScaleFactor: 2, colorScheme });
    await open(page, forms);
    const box = await top?.(page).boundingBox();
    const y = Math.max(0, (box?.y ?? 0) - marginTop);
    const png = await take(page, url, { x: 0, y, ...blockSize });
    await write(page, png, `block-${name}`, [{ suffix: colorScheme, width: blockWidth }]);
    await context.close();
  }
}

interface Clip {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

async function take(page: Page, url: string, clip?: Clip): Promise<Buffer> {
  // Passed as text, because it runs in the browser, whose names are unknown here. A picture needs no space for a
  // scrollbar.
  await page.evaluate(`(() => {
    document.documentElement.style.scrollbarGutter = 'auto';
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) texts.currentNode.data = texts.currentNode.data.replaceAll('${url}', '${shownHost}');
  })()`);
  await page.waitForFunction("document.getAnimations().every(({ playState }) => playState !== 'running')");
  return page.screenshot(clip && { clip });
}

type Files = readonly { suffix: string; width: number }[];

async function write(page: Page, png: Buffer, name: string, files: Files): Promise<void> {
  for (const { suffix, width } of files) {
    const webp = await toWebp(page, png, width);
    await writeFile(join(folder, `${name}-${suffix}.webp`), webp);
    console.log(`${name}-${suffix}.webp  ${Math.round(webp.length / 1_024)} kB`);
  }
}

/**
 * Chromium encodes the small picture, which no package here can. Our own pages forbid `data:`, so this uses a blank
 * page.
 */
async function toWebp(page: Page, png: Buffer, width: number): Promise<Buffer> {
  const blank = await page.context().newPage();
  const encoded = await blank.evaluate<string>(`(async () => {
    const image = new Image();
    image.src = 'data:image/png;base64,${png.toString('base64')}';
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = ${width};
    canvas.height = Math.round((image.height * canvas.width) / image.width);
    const context = canvas.getContext('2d');
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas.toDataURL('image/webp', ${webpQuality}).replace(/^.*,/, '');
  })()`);
  await blank.close();
  return Buffer.from(encoded, 'base64');
}
