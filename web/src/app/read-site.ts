import { type Site, siteTokens } from '@inlet/contracts/site';

/** The values that the gateway wrote into the page. Under Vite, without a gateway, they are the names of the values. */
export function readSite(document: Document): Site {
  const text = document.getElementById('site')?.textContent ?? '';
  return text.startsWith('{') ? JSON.parse(text) : siteTokens;
}
