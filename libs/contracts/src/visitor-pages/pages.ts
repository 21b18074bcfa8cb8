import { defaultSuccessMessage } from '#forms/submit-answers.ts';
import { escapeHtml } from '#text.ts';
import type { Page } from '#visitor-pages/page-layout.ts';
import { type Refusal, visitorWords } from '#visitor-pages/visitor-words.ts';

/** The page after a form that a browser has posted itself. */
export function thanksPage(message: string | null, back: string | null): Page {
  return {
    title: 'Thank you',
    body: paragraph(message ?? defaultSuccessMessage) + backLink(back, 'Back to the website'),
  };
}

/** The page that says why a submission was refused. */
export function refusalPage(refusal: Refusal, back: string | null): Page {
  const { title, message } = visitorWords(refusal);
  return { title, body: paragraph(message) + backLink(back, 'Back to the form') };
}

/** The page at the address of an endpoint. */
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

function paragraph(text: string): string {
  return `<p>${escapeHtml(text)}</p>`;
}

function backLink(address: string | null, text: string): string {
  return address === null ? '' : `\n<p><a class="button" href="${escapeHtml(address)}">${text}</a></p>`;
}
