import {
  hostedClosedPage,
  hostedFormPage,
  hostedFrame,
  hostedPageUrl,
  hostedThanksPage,
} from '@inlet/contracts/visitor-pages/hosted-page';
import type { Page } from '@inlet/contracts/visitor-pages/page-layout';
import { refusalPage } from '@inlet/contracts/visitor-pages/pages';
import { isClosed } from '@inlet/contracts/visitor-pages/visitor-words';
import type { HttpError } from '@inlet/http/errors';
import type { Exchange, HostedSubmission } from '#answers/exchange.ts';
import { sendFramed, wordsFor } from '#answers/pages.ts';
import { presentRefusal } from '#answers/present-answers.ts';

type HostedExchange = Exchange & { readonly hosted: HostedSubmission };

/** Without the address of the page as its referrer, a browser would send the form with the origin `null`. */
const pageHeaders = ['referrer-policy', 'same-origin', 'cache-control', 'no-store'];

/** True if the hosted page sent the submission, and its visitor sees the response. */
export function isShownHosted(exchange: Exchange): exchange is HostedExchange {
  return exchange.hosted !== undefined && !exchange.request.headers.accept?.includes('application/json');
}

export function sendHostedThanks(exchange: HostedExchange): void {
  const { form, address } = exchange.hosted;
  sendFramed(
    exchange,
    200,
    hostedThanksPage(wordsFor(exchange), form, address),
    hostedFrame(form, address),
    pageHeaders,
  );
}

/** The page again, with the faults and what was typed; a body that was not read leaves only the way back. */
export function sendHostedRefusal(exchange: HostedExchange, error: HttpError, headers: readonly string[]): void {
  const { form, address } = exchange.hosted;
  const page = refusedPage(exchange, error);
  sendFramed(exchange, error.status, page, hostedFrame(form, address), [...pageHeaders, ...headers]);
}

function refusedPage(exchange: HostedExchange, error: HttpError): Page {
  const { form, address, typed } = exchange.hosted;
  const words = wordsFor(exchange);
  const refusal = presentRefusal(error);
  if (isClosed(refusal)) return hostedClosedPage(words, form, refusal);
  if (typed) return hostedFormPage(words, form, address, typed, refusal);
  return refusalPage(words, refusal, hostedPageUrl(address.publicUrl, address.endpointId));
}
