import { setTimeout as pause } from 'node:timers/promises';
import type { CDPSession } from '@playwright/test';
import { websiteOrigin } from '#product/forms.ts';
import type { OpenPage } from '#with-browser.ts';

const PER_SECOND = 50;
const BURSTS_PER_SECOND = 10;
const SAMPLES = 20;

/** Sends fifty submissions a second to a form whose page is open, and samples the page's memory. */
export async function measureLive(open: OpenPage, path: string, endpointUrl: string, minutes: number) {
  const { page, context } = await open();
  await page.goto(path);
  await page.locator('[data-row]').first().waitFor();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable');
  const samples = [await sample(cdp, 0)];
  const startMs = performance.now();
  const endMs = startMs + minutes * 60_000;
  const everyMs = (endMs - startMs) / SAMPLES;
  let sent = 0;
  for (let burst = 0; performance.now() < endMs; burst += 1) {
    const atOnce = PER_SECOND / BURSTS_PER_SECOND;
    await Promise.all(Array.from({ length: atOnce }, (_, index) => send(endpointUrl, sent + index)));
    sent += atOnce;
    const now = performance.now();
    if (now - startMs >= samples.length * everyMs) samples.push(await sample(cdp, (now - startMs) / 1_000));
    await pause(Math.max(0, startMs + ((burst + 1) * 1_000) / BURSTS_PER_SECOND - performance.now()));
  }
  const seconds = (performance.now() - startMs) / 1_000;
  await page
    .locator('[data-row]', { hasText: `arrival ${sent - 1}.` })
    .first()
    .waitFor();
  samples.push(await sample(cdp, seconds));
  const shown = page.locator('dt', { hasText: 'Total Submissions' }).locator('xpath=following-sibling::dd');
  const total = Number((await shown.innerText()).replaceAll(',', ''));
  await context.close();
  return { sent, seconds, samples, total };
}

async function send(endpointUrl: string, number: number): Promise<void> {
  const answer = await fetch(endpointUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: websiteOrigin },
    body: JSON.stringify({ name: 'Somebody', message: `This is arrival ${number}.` }),
  });
  if (!answer.ok) throw new Error(`The endpoint answers ${answer.status}`);
  await answer.arrayBuffer();
}

/** The memory after a complete garbage collection. */
async function sample(cdp: CDPSession, seconds: number) {
  await cdp.send('HeapProfiler.collectGarbage');
  const { metrics } = await cdp.send('Performance.getMetrics');
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return {
    seconds: Math.round(seconds),
    heapMb: of('JSHeapUsedSize') / 1_000_000,
    nodes: of('Nodes'),
    listeners: of('JSEventListeners'),
  };
}
