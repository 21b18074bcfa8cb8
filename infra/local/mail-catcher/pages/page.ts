import { type Html, html } from '#pages/html.ts';
import { page as anyPage } from '#pages/page.ts';

const head = html`<link rel="stylesheet" href="/inbox.css">\n<link rel="icon" href="data:,">`;

/** The frame of every page of the inbox. */
export function page(title: string, content: Html): Html {
  return anyPage(title, head, html`<main>\n${content}\n</main>`);
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
