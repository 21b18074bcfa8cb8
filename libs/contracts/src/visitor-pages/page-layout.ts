import { type Look, readLogo } from '#forms/after-sending.ts';
import type { Language } from '#languages/languages.ts';
import { escapeHtml } from '#text.ts';
import { inkOn } from '#visitor-pages/accent.ts';

/** A page for the visitors of a form. */
export interface Page {
  readonly language: Language;
  readonly title: string;
  /** Markup; all untrusted text in it is escaped. */
  readonly body: string;
  /** For search engines, which may list the page only if it has one. */
  readonly description?: string;
  /** Rules of its own, after those of every page. */
  readonly style?: string;
}

export interface PageFrame {
  /** The owner's look; without it, the page looks like the product. */
  readonly look?: Look | undefined;
  /** The address of the typeface. */
  readonly fontUrl: string;
  /** Where a form of the page is sent; without it, the page sends none. */
  readonly action?: string | undefined;
  /** Set for a page with the owner's own words, which may run from right to left, and which other websites may show. */
  readonly hosted?: Hosted | undefined;
}

export interface Hosted {
  /** Where its form is sent. */
  readonly action: string;
  /** The websites that may show it in a frame, as sources of a policy. */
  readonly ancestors: string;
  /** The direction of the owner's words. The product's own words around them would mislead a browser that guesses. */
  readonly direction: 'ltr' | 'rtl';
}

/** The path of the typeface in an installation. The web app's build writes it. */
export const fontPath = '/fonts/inter-latin.woff2';

/**
 * The colors and sizes of the web app (`web/src/styles/tokens.css`). A logo is on white, because most are made for
 * paper.
 */
const style = `
:root { color-scheme: light dark; --ink: #1a1c1b; --muted: #5b5d58; --line: #e5e3dc; --canvas: #faf9f6; --surface: #fff; --sunken: #f3f2ed;
  --accent: #0b6670; --on-accent: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #ecefed; --muted: #a5ada9; --line: #2a302e; --canvas: #111413; --surface: #181c1b; --sunken: #0d100f; --accent: #62c6ca;
    --on-accent: #052629; }
  .owner img { padding: 6px; background: #fff; border-radius: 8px; }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px 16px; background: var(--canvas); color: var(--ink);
  font: 15px/24px "Inter Variable", Inter, system-ui, -apple-system, "Segoe UI", sans-serif; }
main { width: 100%; min-width: 0; max-width: 448px; padding: 32px 24px; background: var(--surface); border: 1px solid var(--line); border-radius: 12px; }
svg { display: block; margin: 0 0 24px; }
.owner { display: flex; flex-wrap: wrap; align-items: center; gap: 12px; margin: 0 0 24px; color: var(--ink); font-weight: 600; }
.owner img { display: block; max-width: min(100%, 200px); max-height: 48px; }
.owner span { min-width: 0; }
h1 { margin: 0; font-size: 22px; line-height: 28px; font-weight: 600; letter-spacing: -0.01em; text-wrap: balance; overflow-wrap: anywhere; }
p { margin: 8px 0 0; color: var(--muted); overflow-wrap: anywhere; white-space: pre-line; text-wrap: pretty; }
ul { margin: 16px 0 0; padding: 0; padding-inline-start: 20px; overflow-wrap: anywhere; }
p + p, pre + p, ul + p { margin-top: 24px; }
.button { display: inline-block; padding: 7px 16px; background: var(--accent); color: var(--on-accent); font-weight: 500; text-decoration: none;
  border: 1px solid color-mix(in srgb, var(--on-accent) 25%, transparent); border-radius: 8px; }
.button:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; }
:lang(ja) { word-break: auto-phrase; line-break: strict; }
[dir=rtl] p { text-align: right; }
pre { margin: 24px 0 0; padding: 16px; overflow-x: auto; background: var(--sunken); border: 1px solid var(--line); border-radius: 8px;
  font: 13px/20px ui-monospace, monospace; color: var(--ink); }`;

const mark =
  '<svg aria-hidden="true" width="32" height="32" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="var(--accent)"/><path d="M13.5 0h5v11.4a7.5 7.5 0 1 1-5 0z" fill="var(--on-accent)"/></svg>';

/** Languages with letters that the typeface does not have: words of two typefaces look broken. */
const withoutTypeface: readonly Language[] = ['pl', 'cs', 'ja', 'tr'];

function typefaceOf(language: Language, fontUrl: string): string {
  if (withoutTypeface.includes(language)) return '';
  return `\n@font-face { font-family: "Inter Variable"; font-weight: 100 900; font-display: fallback; src: url("${fontUrl}") format("woff2"); }`;
}

/** A complete page in plain HTML and CSS: it works without JavaScript, and loads only its typeface and a logo. */
export function renderPage(
  { language, title, body, description, style: own = '' }: Page,
  { look, fontUrl, hosted }: PageFrame,
): string {
  return `<!doctype html>
<html lang="${language}"${hosted ? ` dir="${hosted.direction}"` : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${description === undefined ? '<meta name="robots" content="noindex">' : `<meta name="description" content="${escapeHtml(description)}">`}
<title>${escapeHtml(title)}</title>
<style>${typefaceOf(language, fontUrl)}${style}${own}${accentOf(look)}
</style>
</head>
<body>
<main>
${ownerOf(look) ?? (hosted ? '' : mark)}
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`;
}

/** The policy of such a page: it runs nothing, sends its form alone, and loads only its typeface and the owner's logo. */
export function pagePolicy({ look, fontUrl, action, hosted }: PageFrame): string {
  const logo = logoOf(look);
  return [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `font-src ${fontUrl}`,
    // For tools that read robots.txt from within the page; it has no script itself.
    ...(hosted ? ["connect-src 'self'"] : []),
    ...(logo ? [`img-src ${logo.origin}`] : []),
    "base-uri 'none'",
    `form-action ${hosted?.action ?? action ?? "'none'"}`,
    `frame-ancestors ${hosted?.ancestors ?? "'none'"}`,
  ].join('; ');
}

function logoOf(look: Look | undefined): URL | null {
  return look?.logo ? readLogo(look.logo) : null;
}

function ownerOf(look: Look | undefined): string | null {
  const logo = logoOf(look);
  // The name is beside it, so a logo needs no alternative text.
  const image = logo && `<img src="${escapeHtml(logo.href)}" alt="">`;
  const name = look?.name && `<span>${escapeHtml(look.name)}</span>`;
  return image || name ? `<p class="owner">${image ?? ''}${name ?? ''}</p>` : null;
}

function accentOf(look: Look | undefined): string {
  const color = look?.color;
  if (!color || !/^#[0-9a-f]{6}$/i.test(color)) return '';
  return `\n:root { --accent: ${color}; --on-accent: ${inkOn(color)}; }`;
}
