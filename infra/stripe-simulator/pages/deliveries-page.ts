import { type Html, html } from '@inlet/local/html';
import type { RequestHandler } from 'express';
import * as z from 'zod';
import { readParams } from '#api/read-params.ts';
import { requireRow } from '#billing/require-row.ts';
import { sendPage } from '#pages/layout.ts';
import type { Simulator } from '#simulator.ts';
import type { Delivery } from '#state/tables.ts';

const shownMax = 200;

export function showDeliveries({ tables, deliverer }: Simulator): RequestHandler {
  return (_request, response) => {
    const latest = [...tables.deliveries.values()].slice(-shownMax).reverse();
    const body = html`<section>
<h1>Deliveries</h1>
${!deliverer.isListening && html`<p>No webhook address is set, so nothing is delivered.</p>`}
${deliverer.controls().pause && html`<p class="alert">Deliveries are paused.</p>`}
<table><tr><th>Event</th><th>State</th><th>Attempts</th><th>Once more</th></tr>${latest.map(row)}</table>
</section>`;
    sendPage(response, { title: 'Deliveries', body });
  };
}

export function resendDelivery({ tables, deliverer, save }: Simulator): RequestHandler {
  return (request, response) => {
    const { event } = readParams(z.object({ event: z.string() }), request.body ?? {});
    deliverer.resend(requireRow(tables.events, 'event', event));
    save();
    response.redirect(303, '/deliveries');
  };
}

function row({ type, event, state, attempts }: Delivery): Html {
  const last = attempts.at(-1)?.outcome ?? 'none yet';
  return html`<tr><td>${type}<br><span class="soft">${event}</span></td><td>${state}</td>
<td>${attempts.length}, last: ${last}</td>
<td><form method="post"><button name="event" value="${event}" aria-label="Resend ${type}">Resend</button></form></td></tr>`;
}
