import { dataHeaders, dataPolicy, readableBy } from '@inlet/http/security-headers';
import type { Exchange } from '#answers/exchange.ts';

const asJson = [...dataHeaders, 'cache-control', 'no-store', 'content-type', 'application/json; charset=utf-8'];
const asHtml = ['content-type', 'text/html; charset=utf-8'];

export function sendJson(exchange: Exchange, status: number, body: object, headers: readonly string[] = []): void {
  exchange.answer(status, [...readable(exchange), ...asJson, ...headers], JSON.stringify(body));
}

/** Programs ask for it often, and an owner seldom changes it. */
const asSchema = [...dataHeaders, 'cache-control', 'public, max-age=60', 'content-type', 'application/schema+json'];

export function sendSchema(exchange: Exchange, schema: object): void {
  exchange.answer(200, [...readable(exchange), ...asSchema], JSON.stringify(schema));
}

export function sendHtml(exchange: Exchange, status: number, html: string, headers: readonly string[]): void {
  exchange.answer(status, [...readable(exchange), ...asHtml, ...headers], html);
}

/** The default of browsers: the website that a visitor is redirected to still learns which website they come from. */
const browsersOwnReferrer = ['referrer-policy', 'strict-origin-when-cross-origin'];
const asEmpty = ['content-security-policy', dataPolicy, ...browsersOwnReferrer, 'cache-control', 'no-store'];

/** A response without a body. */
export function sendEmpty(exchange: Exchange, status: number, headers: readonly string[]): void {
  exchange.answer(status, [...readable(exchange), ...asEmpty, ...headers], '');
}

/** The form's own rule decides who may submit. A refused page may read the reason. */
function readable({ request }: Exchange): readonly string[] {
  return readableBy(request.headers.origin);
}
