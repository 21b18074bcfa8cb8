import { type Page, renderPage } from '@inlet/contracts/visitor-pages/page-layout';
import type { Exchange } from '#answers/exchange.ts';
import { sendHtml } from '#answers/send-text.ts';

const contentSecurityPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Pages run nothing, load nothing and are never framed, kept or told of to the next website. */
const pageHeaders = [
  'content-security-policy',
  contentSecurityPolicy,
  'referrer-policy',
  'no-referrer',
  'cache-control',
  'no-store',
];

export function sendPage(exchange: Exchange, status: number, page: Page, headers: readonly string[] = []): void {
  sendHtml(exchange, status, renderPage(page), [...pageHeaders, ...headers]);
}

/** The page that sent the form, if the browser says which; only a web address becomes a link. */
export function backAddress(referer: string | undefined): string | null {
  return referer !== undefined && /^https?:\/\//i.test(referer) && URL.canParse(referer) ? referer : null;
}
