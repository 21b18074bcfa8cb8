import { withoutSignalHandlers } from '@inlet/local/chromium';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from '@playwright/test';

const usualArgs = ['--headless', '--no-sandbox', '--disable-gpu'];

/** Runs work with a browser that is closed afterwards. */
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

/** The account that the tools for pages sign in to. */
export const demoCredentials = { email: 'demo@inlet.local', password: 'inlet-demo' };

export type OpenPage = () => Promise<{ page: Page; context: BrowserContext }>;

/**
 * A page of the demo account with an empty browser cache. It signs in again: a session is replaced at its first use, so
 * a copy of it would be refused.
 */
export async function openSignedIn(
  browser: Browser,
  baseURL: string,
  options: BrowserContextOptions,
): ReturnType<OpenPage> {
  // The measuring code is text, which the page's policy would not run.
  const context = await browser.newContext({ baseURL, locale: 'en-US', bypassCSP: true, ...options });
  const answer = await context.request.post('/api/auth/sign-in', { data: demoCredentials });
  if (!answer.ok()) throw new Error(`Signing in answers ${answer.status()}`);
  // The app only requests the session if this browser was signed in before.
  await context.addInitScript({ content: `localStorage.setItem('inlet-signed-in', '1');` });
  return { page: await context.newPage(), context };
}
