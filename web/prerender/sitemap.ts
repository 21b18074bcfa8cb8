import { partTokens, siteTokens } from '@inlet/contracts/site';

export function sitemapOf(pages: readonly { readonly path: string }[]): string {
  const { start, end } = partTokens('LANDING');
  const entries = pages.map(({ path }) => {
    const entry = `  <url><loc>${siteTokens.publicUrl}${path}</loc></url>`;
    return path === '/' ? `${start}${entry}${end}` : entry;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n');
}

/** Crawlers need nothing of the API; a header keeps the app's own pages out of search results. */
export function robotsOf(): string {
  return `User-agent: *\nDisallow: /api/\nAllow: /api/reference\n\nSitemap: ${siteTokens.publicUrl}/sitemap.xml\n`;
}
