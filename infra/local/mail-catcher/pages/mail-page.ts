import type { CaughtMail } from '#mail-catcher/caught-mail.ts';
import { type Html, html, nothing } from '#mail-catcher/pages/html.ts';
import { linkify } from '#mail-catcher/pages/linkify.ts';
import { page, time, titleOf } from '#mail-catcher/pages/page.ts';

const back = html`<p><a href="/">All mails</a></p>`;

/** One mail: who, when, the HTML behind a wall of its own, and the words. */
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
${attachments(mail)}</dl>
${mail.html === null ? nothing : frame(mail.id)}
${mail.text === null ? nothing : html`<h2>As text</h2>\n<pre>${linkify(mail.text)}</pre>`}`,
  );
}

export function absentPage(): Html {
  return page('No such mail', html`${back}\n<h1>There is no such mail</h1>\n<p>It may have been deleted.</p>`);
}

function frame(id: string): Html {
  const rights = 'allow-popups allow-popups-to-escape-sandbox';
  return html`<h2>As a mail program shows it</h2>
<iframe src="/mails/${id}/html" sandbox="${rights}" title="The mail"></iframe>`;
}

function attachments({ attachments: all }: CaughtMail): Html {
  if (all.length === 0) return nothing;
  const items = all.map(({ name, type, bytes }) => html`<dd>${name} (${type}, ${bytes} bytes)</dd>\n`);
  return html`<dt>Attached</dt>${items}`;
}
