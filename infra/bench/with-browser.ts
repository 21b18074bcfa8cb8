import { withoutSignalHandlers } from '@inlet/local/chromium';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from '@playwright/test';

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

/** Whom the tools that look at pages sign in as. */
export const demoCredentials = { email: 'demo@inlet.local', password: 'inlet-demo' };

export type OpenPage = () => Promise<{ page: Page; context: BrowserContext }>;

/**
 * A page of the demo account, with nothing in the browser's cache. It is signed in anew: a copied session is replaced
 * at its first use, and its copy is refused.
 */
export async function openSignedIn(
  browser: Browser,
  baseURL: string,
  options: BrowserContextOptions,
): ReturnType<OpenPage> {
  // What we look with is text, which the page's policy would not run.
  const context = await browser.newContext({ baseURL, locale: 'en-US', bypassCSP: true, ...options });
  const answer = await context.request.post('/api/auth/sign-in', { data: demoCredentials });
  if (!answer.ok()) throw new Error(`Signing in answers ${answer.status()}`);
  // The app asks for the session only where somebody was signed in before.
  await context.addInitScript({ content: `localStorage.setItem('inlet-signed-in', '1');` });
  return { page: await context.newPage(), context };
}
