import { defaultSuccessMessage } from '@inlet/contracts/submit-answers';
import { escapeHtml } from '@inlet/contracts/text';
import type { HttpError } from '@inlet/http/errors';
import type { Exchange } from '#answers/exchange.ts';
import { type Page, renderPage } from '#answers/page-layout.ts';
import { sendHtml } from '#answers/send-text.ts';
import { visitorWords } from '#answers/visitor-words.ts';

/** The page after a form that a browser has posted itself. */
export function thanksPage(message: string | null, back: string | null): Page {
  return {
    title: 'Thank you',
    body: paragraph(message ?? defaultSuccessMessage) + backLink(back, 'Back to the website'),
  };
}

export function refusalPage(refusal: HttpError, back: string | null): Page {
  const { title, message } = visitorWords(refusal);
  return { title, body: paragraph(message) + backLink(back, 'Back to the form') };
}

/** The page at the address of an endpoint. */
export function howToUsePage(endpointUrl: string): Page {
  const form = `<form action="${endpointUrl}" method="POST">
  <input type="email" name="email" required>
  <textarea name="message"></textarea>
  <button>Send</button>
</form>`;
  return {
    title: 'This address receives forms',
    body: `${paragraph('It takes what a form sends with POST. Use it as the action of a form on your website:')}
<pre><code>${escapeHtml(form)}</code></pre>`,
  };
}

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

function paragraph(text: string): string {
  return `<p>${escapeHtml(text)}</p>`;
}

function backLink(address: string | null, text: string): string {
  return address === null ? '' : `\n<p><a href="${escapeHtml(address)}">${text}</a></p>`;
}
