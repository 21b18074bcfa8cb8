import { defaultSuccessMessage } from '#forms/submit-answers.ts';
import { escapeHtml } from '#text.ts';
import type { Page } from '#visitor-pages/page-layout.ts';
import { type Refusal, visitorWords } from '#visitor-pages/visitor-words.ts';

/** The page after a browser has submitted a form itself. */
export function thanksPage(message: string | null, back: string | null): Page {
  return {
    title: 'Thank you',
    body: paragraph(message ?? defaultSuccessMessage) + backLink(back, 'Back to the website'),
  };
}

/** The page with the reason for a refused submission. */
export function refusalPage(refusal: Refusal, back: string | null): Page {
  const { title, message } = visitorWords(refusal);
  return { title, body: paragraph(message) + issueList(refusal.issues) + backLink(back, 'Back to the form') };
}

/** Several faults of fields, because the sentence names a single one; a field without a label is named as the form sends it. */
function issueList(issues: Refusal['issues'] = []): string {
  const items = issues.map(
    ({ field, message, label }) => `<li>${escapeHtml(label ? message : `${field}: ${message}`)}</li>`,
  );
  return items.length > 1 ? `\n<ul>${items.join('')}</ul>` : '';
}

/** The page at an endpoint's address. */
export function howToUsePage(endpointUrl: string): Page {
  const form = `<form action="${endpointUrl}" method="POST">
  <input type="email" name="email" required>
  <textarea name="message"></textarea>
  <button>Send</button>
</form>`;
  return {
    title: 'This address receives forms',
    body: `${paragraph('It takes what a form sends with POST. Use it as the action of a form on your website:')}
<pre><code>${escapeHtml(form)}</code></pre>`,
  };
}

export function paragraph(text: string): string {
  return `<p>${escapeHtml(text)}</p>`;
}

export function backLink(address: string | null, text: string): string {
  return address === null ? '' : `\n<p><a class="button" href="${escapeHtml(address)}">${text}</a></p>`;
}
