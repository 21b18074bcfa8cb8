import { type Html, html } from '#pages/html.ts';

/** The frame of every page. */
export function page(title: string, content: Html): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="stylesheet" href="/inbox.css">
<link rel="icon" href="data:,">
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`;
}

const timeFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

/** A time in this machine's time zone. */
export function time(iso: string): Html {
  return html`<time datetime="${iso}">${timeFormat.format(new Date(iso))}</time>`;
}

/** A mail without a subject still needs a text for its link. */
export function titleOf({ subject }: { readonly subject: string }): string {
  return subject.trim() === '' ? '(no subject)' : subject;
}
