import { html } from '@inlet/local/html';
import * as z from 'zod';
import { readParams } from '#api/read-params.ts';
import { advanceClock } from '#billing/settle-due.ts';
import { momentInWords, type Page } from '#pages/layout.ts';
import type { Simulation } from '#simulation.ts';

const daySeconds = 86_400;
const steps = [
  { seconds: 31 * 60, label: '31 minutes' },
  { seconds: daySeconds, label: '1 day' },
  { seconds: 7 * daySeconds, label: '7 days' },
  { seconds: 31 * daySeconds, label: '31 days' },
  { seconds: 366 * daySeconds, label: '1 year' },
];
const move = z.object({ seconds: z.coerce.number().refine((given) => steps.some(({ seconds }) => seconds === given)) });

export function clockPage({ clock }: Simulation): Page {
  const buttons = steps.map(({ seconds, label }) => html`<button name="seconds" value="${seconds}">${label}</button>`);
  const body = html`<section>
<h1>Clock</h1>
<p>Here it is <strong>${momentInWords(clock.now())}</strong>, ${aheadInWords(clock.offset())}.</p>
<p class="soft">Moving it forward lets everything happen that lies between: checkouts expire, subscriptions renew or
end, refused cards are tried again. It never goes back.</p>
<form method="post">${buttons}</form>
</section>`;
  return { title: 'Clock', body };
}

export function moveClock(simulation: Simulation, form: unknown): string {
  advanceClock(simulation, readParams(move, form).seconds);
  return '/clock';
}

function aheadInWords(seconds: number): string {
  if (seconds === 0) return 'as everywhere else';
  const [days, hours] = [Math.floor(seconds / daySeconds), Math.floor((seconds % daySeconds) / 3_600)];
  const minutes = Math.floor((seconds % 3_600) / 60);
  return `${days} days, ${hours} hours and ${minutes} minutes ahead of the real time`;
}
