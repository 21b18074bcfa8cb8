import { type Html, html, page } from '@inlet/local/html';
import { style } from '@inlet/local/style';
import type { Response } from 'express';
import type Stripe from 'stripe';

export interface Page {
  readonly title: string;
  readonly body: Html;
  readonly status?: number;
}

/** Sends a page without scripts and external resources. */
export function sendPage(response: Response, { title, body, status = 200 }: Page): void {
  const content = html`<p class="notice"><strong>Local test Stripe.</strong> No real money moves and no card is asked for.</p>
<main>
${body}
</main>
<footer><a href="/">Overview</a></footer>`;
  response.set({
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
    // Without a referrer, the browser would send `Origin: null` with the forms, which is refused.
    'referrer-policy': 'same-origin',
  });
  const { text } = page(`${title} · local test Stripe`, html`<style>${style}</style>`, content);
  response.status(status).type('html').send(text);
}

/** A submit button for one action. */
export function button(action: string, label: string, kind: 'main' | 'plain' | 'danger' = 'plain'): Html {
  return html`<button class="${kind}" name="action" value="${action}">${label}</button>`;
}

/** `€49.00 a year`. */
export function priceInWords(price: Stripe.Price): string {
  const money = moneyInWords(price.unit_amount ?? 0, price.currency);
  return `${money} a ${price.recurring?.interval}`;
}

export function moneyInWords(minorUnits: number, currency: string): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).format(minorUnits / 100);
}

export function momentInWords(seconds: number): string {
  return `${new Date(seconds * 1_000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
