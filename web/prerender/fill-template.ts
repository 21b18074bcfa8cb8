import { siteTokens } from '@inlet/contracts/site';
import { escapeHtml } from '@inlet/contracts/text';
import type { RenderedPage } from '#prerender.tsx';
import { previewFile } from './page-files.ts';
import { previewHeight, previewWidth } from './preview-size.ts';

interface Template {
  readonly html: string;
  /** The address of the font to load with the page; none while pages are developed. */
  readonly font?: string;
  /** An address that holds the icon. */
  readonly icon: string;
}

const headMark = '<!--head-->';
const rootMark = '<div id="root"></div>';
const iconMark = '<link rel="icon" href="/favicon.svg"';
const appMark = 'data-app';
const beforePaint = '<script src="/before-paint.js">';

/** Puts a page into the document of the build. The page for unknown addresses has no script. */
export function fillTemplate(
  { html, font, icon }: Template,
  page: RenderedPage,
  { isFound }: { isFound: boolean } = { isFound: true },
): string {
  if (![headMark, rootMark, iconMark, beforePaint].every((mark) => html.includes(mark)))
    throw new Error('public.html has lost one of its marks');
  if (/^<(?:title|meta|link)\b/.test(page.content)) {
    throw new Error(`${page.path} renders what belongs into the head; its route says title and description`);
  }
  const head = [
    `<title>${escapeHtml(page.title)}</title>`,
    meta('name', 'description', page.description),
    ...(font === undefined ? [] : [`<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin />`]),
    ...(isFound ? sharing(page) : [meta('name', 'robots', 'noindex')]),
  ];
  const { text, entry } = takeScripts(html);
  return text
    .replace(beforePaint, () => (isFound ? `${beforePaint.slice(0, -1)} data-entry="${entry}">` : beforePaint))
    .replace(iconMark, () => `<link rel="icon" href="${icon}"`)
    .replace(headMark, () => head.join('\n    '))
    .replace(rootMark, () => `<div id="root">${page.content}</div>`);
}

/** Puts the initial content into the app's document, and the names of the scripts that `before-paint.js` asks for early. */
export function fillShell(html: string, waiting: string, formFiles: readonly string[]): string {
  if (![rootMark, appMark].every((mark) => html.includes(mark)))
    throw new Error('index.html has lost one of its marks');
  return html
    .replace(rootMark, () => `<div id="root">${waiting}</div>`)
    .replace(appMark, () => `data-app data-form="${formFiles.join(' ')}"`);
}

/** A page is painted before its program is requested: `before-paint.js` gets the address and loads it afterwards. */
function takeScripts(html: string): { text: string; entry: string } {
  // safe because: the template is our own
  const entry = /<script type="module"[^>]* src="([^"]+)"/.exec(html)?.[1];
  if (!entry) throw new Error('public.html has no script');
  return {
    // safe because: the template is our own
    text: html.replaceAll(/\s*(?:<script type="module".*?<\/script>|<link rel="modulepreload".*?>)/g, ''),
    entry,
  };
}

/** The tags for search engines and link previews. */
function sharing({ path, title, description, structuredData, markdown }: RenderedPage): string[] {
  const address = `${siteTokens.publicUrl}${path}`;
  return [
    `<link rel="canonical" href="${address}" />`,
    ...(markdown === undefined
      ? []
      : [`<link rel="alternate" type="text/markdown" href="${siteTokens.publicUrl}${markdown}" />`]),
    meta('property', 'og:site_name', 'Inlet'),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:url', address),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:image', `${siteTokens.publicUrl}/${previewFile(path)}`),
    meta('property', 'og:image:width', String(previewWidth)),
    meta('property', 'og:image:height', String(previewHeight)),
    meta('property', 'og:image:alt', title),
    meta('name', 'twitter:card', 'summary_large_image'),
    ...structuredData.map((data) => {
      const json = JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c');
      return `<script type="application/ld+json">${json}</script>`;
    }),
  ];
}

function meta(kind: 'name' | 'property', key: string, content: string): string {
  return `<meta ${kind}="${key}" content="${escapeHtml(content)}" />`;
}
