import type { CaughtMail, MailSummary } from '#mail-catcher/caught-mail.ts';
import { page as anyPage, type Html, html } from '#pages/html.ts';

const head = html`<link rel="stylesheet" href="/inbox.css">\n<link rel="icon" href="data:,">`;
const timeFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' });
const back = html`<p><a href="/">All mails</a></p>`;

/** Every mail, or those to one address. */
export function listPage(mails: readonly MailSummary[], to: string | undefined): Html {
  const isFiltered = to !== undefined && to.trim() !== '';
  return page(
    'Inlet: mails',
    html`<h1>Mails</h1>
<p>No mail leaves this machine: all mails of Inlet end up here.</p>
<form action="/" role="search">
<label for="to">To</label>
<input id="to" name="to" type="search" value="${to ?? ''}" placeholder="the whole address" autocomplete="off">
<button>Find</button>${isFiltered && html` <a href="/">Show all</a>`}
</form>
${mails.length === 0 ? html`<p class="soft">${isFiltered ? 'No mail to this address.' : 'No mail yet.'}</p>` : table(mails)}`,
  );
}

function table(mails: readonly MailSummary[]): Html {
  return html`<table>
<thead><tr><th scope="col">Subject</th><th scope="col">To</th><th scope="col">Time</th></tr></thead>
<tbody>
${mails.map(row)}</tbody>
</table>
<form action="/delete" method="post"><button>Delete all mails</button></form>`;
}

function row(mail: MailSummary): Html {
  return html`<tr><td><a href="/mails/${mail.id}">${titleOf(mail)}</a></td><td>${mail.to.join(', ')}</td><td>${time(mail)}</td></tr>
`;
}

/** One mail: its headers, its HTML in a sandboxed frame, and its text. */
export function mailPage(mail: CaughtMail): Html {
  const title = titleOf(mail);
  return page(
    title,
    html`${back}
<h1>${title}</h1>
<dl>
<dt>From</dt><dd>${mail.from}</dd>
<dt>To</dt><dd>${mail.to.join(', ')}</dd>
<dt>Time</dt><dd>${time(mail)}</dd>
${mail.attachments.length > 0 && html`<dt>Attached</dt>${mail.attachments.map(attachment)}`}</dl>
${mail.html !== null && frame(mail.id)}
${mail.text !== null && html`<h2>As text</h2>\n<pre>${linkify(mail.text)}</pre>`}`,
  );
}

export function absentPage(): Html {
  return page('No such mail', html`${back}\n<h1>There is no such mail</h1>\n<p>It may have been deleted.</p>`);
}

/**
 * The mail's own HTML, unchanged. The response's headers and the sandbox of the frame prevent it from running or
 * loading anything. Its links open in another tab.
 */
export function mailFrame({ html: content }: CaughtMail): string {
  return `<!doctype html><meta charset="utf-8"><base target="_blank">${content ?? ''}`;
}

function frame(id: string): Html {
  const rights = 'allow-popups allow-popups-to-escape-sandbox';
  return html`<h2>As a mail program shows it</h2>
<iframe src="/mails/${id}/html" sandbox="${rights}" title="The mail"></iframe>`;
}

function attachment({ name, type, bytes }: CaughtMail['attachments'][number]): Html {
  return html`<dd>${name} (${type}, ${bytes} bytes)</dd>\n`;
}

/** The frame of every page of the inbox. */
function page(title: string, content: Html): Html {
  return anyPage(title, head, html`<main>\n${content}\n</main>`);
}

/** The time of a mail in this machine's time zone. */
function time({ receivedAt }: MailSummary): Html {
  return html`<time datetime="${receivedAt}">${timeFormat.format(new Date(receivedAt))}</time>`;
}

/** A mail without a subject still needs a text for its link. */
function titleOf({ subject }: MailSummary): string {
  return subject.trim() === '' ? '(no subject)' : subject;
}

/** Ends at a space, or before the punctuation that ends a sentence or a bracket. */
const address = /https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]}]/g;

/** Escapes a text and makes its web addresses links. */
function linkify(text: string): Html {
  const parts: Html[] = [];
  let end = 0;
  for (const { 0: url, index } of text.matchAll(address)) {
    parts.push(html`${text.slice(end, index)}`, html`<a href="${url}" target="_blank" rel="noreferrer">${url}</a>`);
    end = index + url.length;
  }
  return html`${[...parts, html`${text.slice(end)}`]}`;
}
