import { escapeHtml } from '@inlet/contracts/text';

export interface Page {
  readonly title: string;
  /** Markup; all text from outside is escaped in it. */
  readonly body: string;
}

const style = `
:root { color-scheme: light dark; --ink: #17211c; --soft: #55625b; --line: #dfe5e1; --ground: #f7f9f7; --card: #fff; --accent: #0b6670; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #eaf0ec; --soft: #a3b0a9; --line: #2a352f; --ground: #0f1512; --card: #161d19; --accent: #62c6ca; }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px; background: var(--ground); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; }
main { width: 100%; max-width: 480px; padding: 40px 32px; background: var(--card); border: 1px solid var(--line); border-radius: 12px; }
h1 { margin: 0 0 8px; font-size: 24px; line-height: 32px; letter-spacing: -0.01em; overflow-wrap: anywhere; }
p { margin: 0; color: var(--soft); overflow-wrap: anywhere; }
p + p, pre + p { margin-top: 24px; }
a { color: var(--accent); text-underline-offset: 3px; }
pre { margin: 24px 0 0; padding: 16px; overflow-x: auto; background: var(--ground); border: 1px solid var(--line); border-radius: 8px;
  font: 13px/20px ui-monospace, monospace; color: var(--ink); }`;

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
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`;
}
