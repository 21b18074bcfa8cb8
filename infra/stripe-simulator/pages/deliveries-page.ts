import { type Html, html } from '@inlet/local/html';
import * as z from 'zod';
import { readParams } from '#api/read-params.ts';
import { requireRow } from '#billing/require-row.ts';
import type { Page } from '#pages/layout.ts';
import type { Simulator } from '#simulator.ts';
import type { Delivery } from '#state/tables.ts';

const shownMax = 200;

export function deliveriesPage({ tables, deliverer }: Simulator): Page {
  const latest = [...tables.deliveries.values()].slice(-shownMax).reverse();
  const body = html`<section>
<h1>Deliveries</h1>
${!deliverer.isListening && html`<p>No webhook address is set, so nothing is delivered.</p>`}
${deliverer.controls().pause && html`<p class="alert">Deliveries are paused.</p>`}
<table><tr><th>Event</th><th>State</th><th>Attempts</th><th>Once more</th></tr>${latest.map(row)}</table>
</section>`;
  return { title: 'Deliveries', body };
}

export function resendEvent({ tables, deliverer }: Simulator, form: unknown): string {
  const { event } = readParams(z.object({ event: z.string() }), form);
  deliverer.resend(requireRow(tables.events, 'event', event));
  return '/deliveries';
}

function row({ type, event, state, attempts }: Delivery): Html {
  const last = attempts.at(-1)?.outcome ?? 'none yet';
  return html`<tr><td>${type}<br><span class="soft">${event}</span></td><td>${state}</td>
<td>${attempts.length}, last: ${last}</td>
<td><form method="post"><button name="event" value="${event}" aria-label="Resend ${type}">Resend</button></form></td></tr>`;
}
