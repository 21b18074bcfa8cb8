import type { CaughtMail } from '#mail-catcher/caught-mail.ts';
import { linkify } from '#mail-catcher/pages/linkify.ts';
import { page, time, titleOf } from '#mail-catcher/pages/page.ts';
import { type Html, html } from '#pages/html.ts';

const back = html`<p><a href="/">All mails</a></p>`;

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
<dt>Time</dt><dd>${time(mail.receivedAt)}</dd>
${mail.attachments.length > 0 && html`<dt>Attached</dt>${mail.attachments.map(attachment)}`}</dl>
${mail.html !== null && frame(mail.id)}
${mail.text !== null && html`<h2>As text</h2>\n<pre>${linkify(mail.text)}</pre>`}`,
  );
}

export function absentPage(): Html {
  return page('No such mail', html`${back}\n<h1>There is no such mail</h1>\n<p>It may have been deleted.</p>`);
}

/**
 * The mail's own HTML as it came. The response's headers and the sandbox of the frame let nothing in it run or load. Its
 * links open in another tab.
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
