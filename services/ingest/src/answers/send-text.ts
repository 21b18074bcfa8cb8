import { dataHeaders, dataPolicy } from '@inlet/service/security-headers';
import type { Exchange } from '#http/exchange.ts';

/**
 * Every page may read the answer. No cookie is ever involved and the form's own rule decides who may submit, so a
 * star gives nothing away, while a page that was refused learns why.
 */
const readableEverywhere = ['access-control-allow-origin', '*'];
const asData = [...readableEverywhere, ...dataHeaders, 'cache-control', 'no-store'];
const asJson = [...asData, 'content-type', 'application/json; charset=utf-8'];
const asHtml = [...readableEverywhere, 'content-type', 'text/html; charset=utf-8'];

export function sendJson({ answer }: Exchange, status: number, body: object, headers: readonly string[] = []): void {
  answer(status, headers.length === 0 ? asJson : [...asJson, ...headers], JSON.stringify(body));
}

export function sendHtml({ answer }: Exchange, status: number, html: string, headers: readonly string[]): void {
  answer(status, [...asHtml, ...headers], html);
}

/** What a browser does by itself: the website that a visitor is sent on to still learns which website they come from. */
const browsersOwnReferrer = ['referrer-policy', 'strict-origin-when-cross-origin'];
const asEmpty = [
  ...readableEverywhere,
  'content-security-policy',
  dataPolicy,
  ...browsersOwnReferrer,
  'cache-control',
  'no-store',
];

/** An answer whose headers say everything. */
export function sendEmpty({ answer }: Exchange, status: number, headers: readonly string[]): void {
  answer(status, [...asEmpty, ...headers], '');
}
