import { type Html, html } from '#html.ts';

/** Up to a space, or what ends a sentence or a bracket around it. */
const address = /https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]}]/g;

/** Text with its web addresses to click on; everything is escaped. */
export function linkify(text: string): Html {
  const parts: Html[] = [];
  let end = 0;
  for (const { 0: url, index } of text.matchAll(address)) {
    parts.push(html`${text.slice(end, index)}`, html`<a href="${url}" target="_blank" rel="noreferrer">${url}</a>`);
    end = index + url.length;
  }
  return html`${[...parts, html`${text.slice(end)}`]}`;
}
