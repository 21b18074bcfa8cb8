import { type Html, html } from '@inlet/local/html';
import type { Response } from 'express';
import { style } from '#pages/style.ts';

interface Page {
  readonly title: string;
  readonly body: Html;
  readonly status?: number;
}

/** Sends a page without scripts and external resources. */
export function sendPage(response: Response, { title, body, status = 200 }: Page): void {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · local test Stripe</title>
<style>${style}</style>
</head>
<body>
<p class="notice"><strong>Local test Stripe.</strong> No real money moves and no card is asked for.</p>
<main>
${body}
</main>
<footer><a href="/">Overview</a> <a href="/clock">Clock</a> <a href="/deliveries">Deliveries</a></footer>
</body>
</html>
`;
  response.set({
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
    // Without a referrer, the browser would send `Origin: null` with the forms, which is refused.
    'referrer-policy': 'same-origin',
  });
  response.status(status).type('html').send(page.text);
}

/** A submit button for one action. */
export function button(action: string, label: string, kind: 'main' | 'plain' | 'danger' = 'plain'): Html {
  return html`<button class="${kind}" name="action" value="${action}">${label}</button>`;
}
