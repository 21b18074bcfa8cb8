import { withoutSignalHandlers } from '@inlet/local/chromium';
import { type Browser, chromium } from '@playwright/test';

const usualArgs = ['--headless', '--no-sandbox', '--disable-gpu'];

/** Works with a browser that is closed afterwards. */
export async function withBrowser<Result>(
  executablePath: string,
  work: (browser: Browser) => Promise<Result>,
  moreArgs: readonly string[] = [],
): Promise<Result> {
  const args = [...usualArgs, ...moreArgs];
  const browser = await chromium.launch({ ...withoutSignalHandlers, executablePath, args });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}
