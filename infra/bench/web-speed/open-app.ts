import { withoutSignalHandlers } from '@inlet/local/chromium';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';

export type App = {
  /** A page of somebody who is signed in, with nothing in the browser's cache. */
  freshPage: (script?: string) => Promise<{ page: Page; context: BrowserContext }>;
  close: () => Promise<void>;
};

const viewport = { width: 1_440, height: 900 };
const args = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--enable-precise-memory-info'];

/** A browser with the demo account's session. */
export async function openApp(url: string, executablePath: string): Promise<App> {
  const browser = await chromium.launch({ ...withoutSignalHandlers, executablePath, args });
  return { freshPage: (script) => freshPage(browser, url, script), close: () => browser.close() };
}

// Each page has a session of its own: a copied one is replaced at its first use, and its copy is refused.
async function freshPage(browser: Browser, baseURL: string, script?: string) {
  // What we look with is text, which the page's policy would not run.
  const context = await browser.newContext({ viewport, baseURL, locale: 'en-US', bypassCSP: true });
  const data = { email: 'demo@inlet.local', password: 'inlet-demo' };
  const answer = await context.request.post('/api/auth/sign-in', { data });
  if (!answer.ok()) throw new Error(`Signing in answers ${answer.status()}`);
  // The app asks for the session only where somebody was signed in before.
  await context.addInitScript({ content: `localStorage.setItem('inlet-signed-in', '1'); ${script ?? ''}` });
  return { page: await context.newPage(), context };
}
