import type { Browser, BrowserContext, Page } from '@playwright/test';

/** A page of somebody who is signed in, with nothing in the browser's cache. */
export type OpenPage = (script?: string) => Promise<{ page: Page; context: BrowserContext }>;

const viewport = { width: 1_440, height: 900 };

/** Signs in for each page: a copied session is replaced at its first use, and its copy is refused. */
export async function openPage(browser: Browser, baseURL: string, script?: string): ReturnType<OpenPage> {
  // What we look with is text, which the page's policy would not run.
  const context = await browser.newContext({ viewport, baseURL, locale: 'en-US', bypassCSP: true });
  const data = { email: 'demo@inlet.local', password: 'inlet-demo' };
  const answer = await context.request.post('/api/auth/sign-in', { data });
  if (!answer.ok()) throw new Error(`Signing in answers ${answer.status()}`);
  // The app asks for the session only where somebody was signed in before.
  await context.addInitScript({ content: `localStorage.setItem('inlet-signed-in', '1'); ${script ?? ''}` });
  return { page: await context.newPage(), context };
}
