import { type Html, html } from '#pages/html.ts';

/** Ends at a space, or before the punctuation that ends a sentence or a bracket. */
const address = /https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]}]/g;

/** Escapes a text and makes its web addresses links. */
export function linkify(text: string): Html {
  const parts: Html[] = [];
  let end = 0;
  for (const { 0: url, index } of text.matchAll(address)) {
    parts.push(html`${text.slice(end, index)}`, html`<a href="${url}" target="_blank" rel="noreferrer">${url}</a>`);
    end = index + url.length;
  }
  return html`${[...parts, html`${text.slice(end)}`]}`;
}
