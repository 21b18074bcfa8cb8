import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findChromium } from '@inlet/local/chromium';
import { projectRoot } from '@inlet/local/config';
import { sampleMails } from '@inlet/mail/samples';
import { withBrowser } from '#with-browser.ts';

const folder = join(projectRoot, '.data/mail-pictures');
/** The typical width of a reading pane, and of a phone. */
const widths = { wide: 640, phone: 375 };
const mails = Object.entries(sampleMails('https://forms.example.com'));

// Photographs every mail, light and dark, wide and on a phone.
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
await withBrowser(await findChromium(process.env.PATH ?? ''), async (browser) => {
  let count = 0;
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [size, width] of Object.entries(widths)) {
      const context = await browser.newContext({ viewport: { width, height: 120 }, colorScheme, locale: 'en-US' });
      const page = await context.newPage();
      for (const [name, { html }] of mails) {
        await page.setContent(html);
        await page.screenshot({ path: join(folder, `${name}-${size}-${colorScheme}.png`), fullPage: true });
        count += 1;
      }
      await context.close();
    }
  }
  console.log(`${count} pictures in ${folder}`);
});
