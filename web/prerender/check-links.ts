import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { siteTokens } from '@inlet/contracts/site';

/** Addresses that are neither a public page nor a file: the app's, and the pages of the API. */
const others = new Set(['/auth', '/dashboard', '/api/reference', '/api/openapi.json', '/sitemap.xml']);
const base = 'https://page.invalid';

/** Follows every link of every page within the product; one that leads nowhere fails the build. */
export async function checkLinks(
  outDir: string,
  documents: ReadonlyMap<string, string>,
  texts: ReadonlySet<string> = new Set(),
): Promise<void> {
  const checks = [...documents].flatMap(([from, html]) =>
    addressesOf(html).map(async (address) => {
      const problem = await judge(address, from);
      return problem === null ? [] : [`${from}: ${address} ${problem}`];
    }),
  );
  const problems = (await Promise.all(checks)).flat();
  if (problems.length > 0) throw new Error(`Links of the public pages lead nowhere:\n  ${problems.join('\n  ')}`);

  async function judge(address: string, from: string): Promise<string | null> {
    const url = URL.parse(address, base + from);
    if (!url) return 'is no address';
    if (['mailto:', 'data:'].includes(url.protocol)) return null;
    if (url.origin !== base) return url.protocol === 'https:' ? null : 'is not secure';
    const document = documents.get(url.pathname);
    if (document !== undefined) return url.hash === '' || hasAnchor(document, url.hash) ? null : 'is no anchor there';
    if (others.has(url.pathname) || texts.has(url.pathname)) return null;
    return (await exists(join(outDir, decodeURIComponent(url.pathname)))) ? null : 'is neither a page nor a file';
  }
}

/** The links and files of the document. */
function addressesOf(html: string): string[] {
  const attributes = html.replaceAll(siteTokens.publicUrl, '').matchAll(/\s(?:href|src|srcset|srcSet)="([^"]*)"/g);
  // In a set of pictures each address is followed by its width, as in `/small.webp 800w, /large.webp 1600w`.
  const addresses = [...attributes].flatMap(([, value = '']) =>
    // safe because: the pages are built by us
    value.replaceAll('&amp;', '&').split(/\s+[\d.]+[wx](?:,\s*|$)/),
  );
  return [...new Set(addresses.filter((address) => address !== ''))];
}

function hasAnchor(html: string, hash: string): boolean {
  return html.includes(`id="${decodeURIComponent(hash.slice(1))}"`);
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
