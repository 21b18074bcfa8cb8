import type { MailSummary } from '#mail-catcher/caught-mail.ts';
import { page, time, titleOf } from '#mail-catcher/pages/page.ts';
import { type Html, html } from '#pages/html.ts';

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
  const { id, to, receivedAt } = mail;
  return html`<tr><td><a href="/mails/${id}">${titleOf(mail)}</a></td><td>${to.join(', ')}</td><td>${time(receivedAt)}</td></tr>
`;
}
