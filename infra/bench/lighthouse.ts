import { withProduct } from '@inlet/local/with-product';
import { freePort } from '@inlet/local-servers/free-port';
import { loadLighthouse } from '#lighthouse/load-lighthouse.ts';
import { measurePage } from '#lighthouse/measure-page.ts';
import { openHostedPage } from '#lighthouse/open-hosted-page.ts';
import { judge, readPages } from '#lighthouse/read-pages.ts';
import { withBrowser } from '#with-browser.ts';

/** Stands for the hosted page of a form, whose address is new in each run. */
const hosted = '/s';

// Measures every public page and a hosted page as on a phone, and fails if a page misses its targets.
await withProduct(async ({ stack: { url }, chromium }) => {
  const lighthouse = await loadLighthouse();
  // Pages are optional arguments: npm run lighthouse -- / /pricing /s
  const only = process.argv.slice(2);
  const wanted = only.length > 0 ? only : [...(await publicPaths(url)), hosted];
  const hostedPath = wanted.includes(hosted) ? await openHostedPage(url) : hosted;
  const paths = wanted.map((path) => (path === hosted ? hostedPath : path));
  const port = await freePort();
  const measureAll = async () => {
    // The first page of a new browser is slower than the others.
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
});

/** The public pages of the sitemap. */
async function publicPaths(url: string): Promise<string[]> {
  const answer = await fetch(`${url}/sitemap.xml`);
  if (!answer.ok) throw new Error(`The sitemap answered ${answer.status}`);
  const locations = [...(await answer.text()).matchAll(/<loc>([^<]+)<\/loc>/g)];
  return locations.map(([, location = '']) => new URL(location).pathname);
}
