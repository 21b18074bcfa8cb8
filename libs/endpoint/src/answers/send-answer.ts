import { refusalPage, thanksPage } from '@inlet/contracts/visitor-pages/pages';
import type { HttpError } from '@inlet/http/errors';
import { retryReadable } from '@inlet/http/security-headers';
import type { Exchange } from '#answers/exchange.ts';
import { isShownHosted, sendHostedRefusal, sendHostedThanks } from '#answers/hosted-answers.ts';
import { backAddress, sendPage, wordsFor } from '#answers/pages.ts';
import { presentFailure, presentRefusal, presentSuccess } from '#answers/present-answers.ts';
import { sendEmpty, sendJson } from '#answers/send-text.ts';
import { wantsHtml } from '#answers/wants-html.ts';

export interface Stored {
  readonly submissionId: string;
  readonly message: string | null;
  /** The next page for the form's visitors, if it is allowed. */
  readonly redirect: string | null;
  /** The hosted thank-you page. */
  readonly thanksUrl: string;
}

/** Responds to a stored submission with a page or JSON. */
export function sendStored(exchange: Exchange, { submissionId, message, redirect, thanksUrl }: Stored): void {
  const { headers } = exchange.request;
  if (isShownHosted(exchange)) sendHostedThanks(exchange);
  else if (!wantsHtml(headers)) sendJson(exchange, 200, presentSuccess(submissionId, message, redirect ?? thanksUrl));
  else if (redirect !== null) sendEmpty(exchange, 303, ['location', redirect]);
  else sendPage(exchange, 200, thanksPage(wordsFor(exchange), message, backAddress(headers.referer)));
}

/** Responds to a refused submission with a page or JSON. */
export function sendRefusal(exchange: Exchange, refusal: HttpError): void {
  const { headers } = exchange.request;
  const more = Object.entries(refusal.details.headers ?? {}).flat();
  if (isShownHosted(exchange)) sendHostedRefusal(exchange, refusal, more);
  else if (!wantsHtml(headers))
    sendJson(exchange, refusal.status, presentFailure(refusal), [...more, ...retryReadable]);
  else {
    const page = refusalPage(wordsFor(exchange), presentRefusal(refusal), backAddress(headers.referer));
    sendPage(exchange, refusal.status, page, more);
  }
}
