import type { Words } from '#languages/words.ts';
import { escapeHtml } from '#text.ts';
import type { Page } from '#visitor-pages/page-layout.ts';
import { isClosed, nameOf, type Refusal, sayIssue, visitorWords } from '#visitor-pages/visitor-words.ts';

/** The page after a browser has submitted a form itself. */
export function thanksPage({ language, say }: Words, message: string | null, back: string | null): Page {
  return {
    language,
    title: say('thanksTitle'),
    body: paragraph(message ?? say('thanksText')) + backLink(back, say('backToWebsite')),
  };
}

/** The page with the reason for a refused submission. */
export function refusalPage(words: Words, refusal: Refusal, back: string | null): Page {
  const { language, say } = words;
  const { title, message } = visitorWords(words, refusal);
  // The owner wrote the message, in any language.
  if (isClosed(refusal)) return { language, title, body: ownParagraph(message) + backLink(back, say('backToWebsite')) };
  const body = paragraph(message) + issueList(words, refusal.issues) + backLink(back, say('backToForm'));
  return { language, title, body };
}

/** Several faults of fields, because the sentence names a single one; a field without a label is named as the form sends it. */
function issueList(words: Words, issues: Refusal['issues'] = []): string {
  const items = issues.map((issue) => `<li>${escapeHtml(sayIssue(words, issue, nameOf(issue)))}</li>`);
  return items.length > 1 ? `\n<ul>${items.join('')}</ul>` : '';
}

/** The page at an endpoint's address. */
export function howToUsePage({ language, say }: Words, endpointUrl: string): Page {
  const form = `<form action="${endpointUrl}" method="POST">
  <input type="email" name="email" required>
  <textarea name="message"></textarea>
  <button>Send</button>
</form>`;
  return {
    language,
    title: say('addressTitle'),
    body: `${paragraph(say('addressUse'))}
<pre><code>${escapeHtml(form)}</code></pre>`,
  };
}

export function paragraph(text: string): string {
  return `<p>${escapeHtml(text)}</p>`;
}

/** A text of the form's owner, which may run from right to left. */
export function ownParagraph(text: string): string {
  return `<p dir="auto">${escapeHtml(text)}</p>`;
}

export function backLink(address: string | null, text: string): string {
  return address === null ? '' : `\n<p><a class="button" href="${escapeHtml(address)}">${escapeHtml(text)}</a></p>`;
}
