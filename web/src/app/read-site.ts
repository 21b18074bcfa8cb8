import { type Site, siteTokens } from '@inlet/contracts/site';

/** What the gateway wrote into the page. Without a gateway, under Vite, the names stand for themselves. */
export function readSite(document: Document): Site {
  const text = document.getElementById('site')?.textContent ?? '';
  return text.startsWith('{') ? JSON.parse(text) : siteTokens;
}
