import { freePort } from '@inlet/testing/free-port';
import { judge } from '#lighthouse/judge.ts';
import { loadLighthouse } from '#lighthouse/load-lighthouse.ts';
import { measurePage } from '#lighthouse/measure-page.ts';
import { publicPaths } from '#lighthouse/public-paths.ts';
import { readPages } from '#lighthouse/read-pages.ts';
import { withBrowser } from '#with-browser.ts';

type Options = {
  url: string;
  chromium: string;
  /** The pages to measure; all public ones where none is named. */
  only: readonly string[];
};

/** Measures every public page as a phone sees it, prints the table, and answers whether each reached its marks. */
export async function runLighthouse({ url, chromium, only }: Options): Promise<boolean> {
  const lighthouse = await loadLighthouse();
  const paths = only.length > 0 ? only : await publicPaths(url);
  const port = await freePort();
  const measureAll = async () => {
    // A browser that has just started reads its first page slower than any other.
    await measurePage(lighthouse, url + paths[0], port);
    return readPages(paths, async (path) => {
      const measured = await measurePage(lighthouse, url + path, port);
      console.log(measured.line.replace(url, ''));
      return measured;
    });
  };
  const readings = await withBrowser(chromium, measureAll, [`--remote-debugging-port=${port}`]);
  const misses = readings.flatMap(({ path, figures }) => judge(figures).map((miss) => `${path}: ${miss}`));
  console.log(misses.length === 0 ? 'Every page reached its marks' : `Missed:\n  ${misses.join('\n  ')}`);
  return misses.length === 0;
}
