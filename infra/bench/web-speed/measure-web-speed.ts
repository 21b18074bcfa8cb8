import { measureLive } from '#web-speed/measure-live.ts';
import { measureOpening } from '#web-speed/measure-opening.ts';
import { measureScrolling } from '#web-speed/measure-scrolling.ts';
import { type OpenPage, openPage } from '#web-speed/open-page.ts';
import { type Stores, seedForm } from '#web-speed/seed-form.ts';
import { withBrowser } from '#with-browser.ts';

export type WebSpeedOptions = {
  url: string;
  stores: Stores;
  chromium: string;
  /** How long submissions arrive. */
  minutes: number;
  say: (line: string) => void;
};

const browserArgs = ['--disable-quic', '--enable-precise-memory-info'];
const ROWS = 1_000_000;
const FIRST_PAINT_MS = 1_000;
const BLANK_MS = 100;
/** What the page holds may breathe by so much, and not grow. */
const GROWTH_MB = 5;

/** Measures the dashboard with a form of 1,000,000 submissions; answers whether everything was shown. */
export async function measureWebSpeed({ url, stores, chromium, minutes, say }: WebSpeedOptions): Promise<boolean> {
  say(`Storing ${ROWS.toLocaleString('en')} submissions`);
  const form = await seedForm(stores, ROWS);
  const path = `/forms/${form.id}`;
  const measureAll = async (open: OpenPage) => {
    const opening = await measureOpening(open, path);
    const each = opening.rounds.map((ms) => ms.toFixed(0)).join(' · ');
    say(
      `first paint              ${opening.firstPaintMs.toFixed(0)} ms, ${verdict(opening.firstPaintMs < FIRST_PAINT_MS)}`,
    );
    say(
      `first submission painted ${opening.firstRowMs.toFixed(0)} ms (${each}), ${verdict(opening.firstRowMs < FIRST_PAINT_MS)}`,
    );

    const { frames, seconds, longestFrameMs, longestBlankMs, rows } = await measureScrolling(open, path);
    say(
      `scrolled to row ${rows}: ${(frames / seconds).toFixed(0)} frames a second, longest ${longestFrameMs.toFixed(0)} ms`,
    );
    say(`longest without rows     ${longestBlankMs.toFixed(0)} ms, ${verdict(longestBlankMs <= BLANK_MS)}`);

    const live = await measureLive(open, path, `${url}/api/forms/${form.endpointId}`, minutes);
    for (const { seconds: at, heapMb, nodes, listeners } of live.samples) {
      say(`after ${String(at).padStart(4)} s  ${heapMb.toFixed(1)} MB of heap, ${nodes} nodes, ${listeners} listeners`);
    }
    const growth = growthOf(live.samples.map(({ heapMb }) => heapMb));
    say(`${live.sent} arrivals, ${(live.sent / live.seconds).toFixed(1)} a second`);
    say(`growth of the heap       ${growth.toFixed(1)} MB, ${verdict(growth <= GROWTH_MB)}`);
    const isComplete = live.total === ROWS + live.sent;
    if (!isComplete) say(`The page counts ${live.total} submissions and not ${ROWS + live.sent}`);
    return isComplete;
  };
  return withBrowser(chromium, (browser) => measureAll((script) => openPage(browser, url, script)), browserArgs);
}

/** From the first to the last quarter, each by its mean; the sample before the first arrival is left out. */
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
