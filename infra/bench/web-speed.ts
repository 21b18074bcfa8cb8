import { parseArgs } from 'node:util';
import { readRuntime } from '@inlet/local/runtime-file';
import { withProduct } from '@inlet/local/with-product';
import type { Browser } from '@playwright/test';
import { measureLive } from '#web-speed/measure-live.ts';
import { measureOpening } from '#web-speed/measure-opening.ts';
import { measureScrolling } from '#web-speed/measure-scrolling.ts';
import { seedForm } from '#web-speed/seed-form.ts';
import { openSignedIn, withBrowser } from '#with-browser.ts';

const browserArgs = ['--disable-quic', '--enable-precise-memory-info'];
const ROWS = 1_000_000;
const FIRST_PAINT_MS = 1_000;
const BLANK_MS = 100;
/** The page's memory may fluctuate by this much, but must not grow. */
const GROWTH_MB = 5;

const viewport = { width: 1_440, height: 900 };

/** The plan of the demo account takes 5,000 submissions a month; these are 4,500. */
const { values } = parseArgs({ options: { minutes: { type: 'string', default: '1.5' } } });
const minutes = Number(values.minutes);

// Measures the page of a form with 1,000,000 submissions, and fails if the page did not show all of them.
await withProduct(async ({ stack: { url }, chromium, config }) => {
  if (!(minutes > 0)) throw new Error('--minutes= needs a number above 0');
  const runtime = readRuntime(config.dataDir);
  if (!runtime) throw new Error('The product does not say where its data is');
  console.log(`Storing ${ROWS.toLocaleString('en')} submissions`);
  const form = await seedForm({ ...runtime, redisPrefix: config.redisPrefix }, ROWS);
  const path = `/forms/${form.id}`;
  const measureAll = async (browser: Browser) => {
    const open = () => openSignedIn(browser, url, { viewport });
    const { firstPaintMs, firstRowMs, rounds } = await measureOpening(open, path);
    const each = rounds.map((ms) => ms.toFixed(0)).join(' · ');
    const inTime = [firstPaintMs, firstRowMs].map((ms) => verdict(ms < FIRST_PAINT_MS));
    console.log(`first paint              ${firstPaintMs.toFixed(0)} ms, ${inTime[0]}`);
    console.log(`first submission painted ${firstRowMs.toFixed(0)} ms (${each}), ${inTime[1]}`);

    const { frames, seconds, longestFrameMs, longestBlankMs, rows } = await measureScrolling(open, path);
    const perSecond = `${(frames / seconds).toFixed(0)} frames a second`;
    console.log(`scrolled to row ${rows}: ${perSecond}, longest ${longestFrameMs.toFixed(0)} ms`);
    console.log(`longest without rows     ${longestBlankMs.toFixed(0)} ms, ${verdict(longestBlankMs <= BLANK_MS)}`);

    const live = await measureLive(open, path, `${url}/api/forms/${form.endpointId}`, minutes);
    for (const { seconds: at, heapMb, nodes, listeners } of live.samples) {
      console.log(
        `after ${String(at).padStart(4)} s  ${heapMb.toFixed(1)} MB of heap, ${nodes} nodes, ${listeners} listeners`,
      );
    }
    const growth = growthOf(live.samples.map(({ heapMb }) => heapMb));
    console.log(`${live.sent} arrivals, ${(live.sent / live.seconds).toFixed(1)} a second`);
    console.log(`growth of the heap       ${growth.toFixed(1)} MB, ${verdict(growth <= GROWTH_MB)}`);
    const isComplete = live.total === ROWS + live.sent;
    if (!isComplete) console.log(`The page counts ${live.total} submissions and not ${ROWS + live.sent}`);
    return isComplete;
  };
  return withBrowser(chromium, measureAll, browserArgs);
});

/** The growth between the means of the first and the last quarter; the sample before the first arrival is excluded. */
function growthOf(samples: readonly number[]): number {
  const during = samples.slice(1);
  const quarter = Math.max(1, Math.floor(during.length / 4));
  return mean(during.slice(-quarter)) - mean(during.slice(0, quarter));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function verdict(isMet: boolean): string {
  return isMet ? 'met' : 'missed';
}
