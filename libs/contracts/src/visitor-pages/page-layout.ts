import { escapeHtml } from '#text.ts';

/** A page that visitors of a form see. */
export interface Page {
  readonly title: string;
  /** Markup; all text from outside is escaped in it. */
  readonly body: string;
}

/**
 * The colors and sizes of the web app (`web/src/styles/tokens.css`). Its typeface would be a request, so the system's
 * is used.
 */
const style = `
:root { color-scheme: light dark; --ink: #1a1c1b; --muted: #5b5d58; --line: #e5e3dc; --canvas: #faf9f6; --surface: #fff; --sunken: #f3f2ed;
  --accent: #0b6670; --on-accent: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #ecefed; --muted: #a5ada9; --line: #2a302e; --canvas: #111413; --surface: #181c1b; --sunken: #0d100f; --accent: #62c6ca;
    --on-accent: #052629; }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px 16px; background: var(--canvas); color: var(--ink);
  font: 15px/24px "Inter Variable", Inter, system-ui, -apple-system, "Segoe UI", sans-serif; }
main { width: 100%; max-width: 448px; padding: 32px 24px; background: var(--surface); border: 1px solid var(--line); border-radius: 12px; }
svg { display: block; margin: 0 0 24px; }
h1 { margin: 0; font-size: 22px; line-height: 28px; font-weight: 600; letter-spacing: -0.01em; text-wrap: balance; overflow-wrap: anywhere; }
p { margin: 8px 0 0; color: var(--muted); overflow-wrap: anywhere; }
p + p, pre + p { margin-top: 24px; }
a { color: var(--accent); font-weight: 500; text-underline-offset: 3px; }
pre { margin: 24px 0 0; padding: 16px; overflow-x: auto; background: var(--sunken); border: 1px solid var(--line); border-radius: 8px;
  font: 13px/20px ui-monospace, monospace; color: var(--ink); }`;

const mark =
  '<svg aria-hidden="true" width="32" height="32" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="var(--accent)"/><path d="M13.5 0h5v11.4a7.5 7.5 0 1 1-5 0z" fill="var(--on-accent)"/></svg>';

/** A whole page, in plain HTML and CSS: it works without JavaScript and loads nothing. */
export function renderPage({ title, body }: Page): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${style}
</style>
</head>
<body>
<main>
${mark}
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`;
}
