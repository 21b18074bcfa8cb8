import { chooseLanguage } from '@inlet/contracts/languages/choose-language';
import { type Words, wordsOf } from '@inlet/contracts/languages/words';
import {
  fontPath,
  type Page,
  type PageFrame,
  pagePolicy,
  renderPage,
} from '@inlet/contracts/visitor-pages/page-layout';
import type { Exchange } from '#answers/exchange.ts';
import { sendHtml } from '#answers/send-text.ts';

/** Pages are not cached, and not revealed to the next website. */
const pageHeaders = ['referrer-policy', 'no-referrer', 'cache-control', 'no-store'];

/** The words of the page for this visitor. */
export function wordsFor({ language, request }: Exchange): Words {
  return wordsOf(chooseLanguage(language, request.headers['accept-language']));
}

export function sendPage(exchange: Exchange, status: number, page: Page, headers: readonly string[] = []): void {
  const frame = { look: exchange.look, fontUrl: exchange.publicUrl + fontPath };
  sendFramed(exchange, status, page, frame, [...pageHeaders, ...headers]);
}

export function sendFramed(
  exchange: Exchange,
  status: number,
  page: Page,
  frame: PageFrame,
  headers: readonly string[],
): void {
  sendHtml(exchange, status, renderPage(page, frame), ['content-security-policy', pagePolicy(frame), ...headers]);
}

/** The page that sent the form, if the browser names it. Only a web address becomes a link. */
export function backAddress(referer: string | undefined): string | null {
  return referer !== undefined && /^https?:\/\//i.test(referer) && URL.canParse(referer) ? referer : null;
}
