import { escapeHtml } from '@inlet/contracts/text';

/** HTML that shows a page in a website. */
export function embedCode(url: string, title: string): string {
  return `<iframe src="${escapeHtml(url)}" title="${escapeHtml(title)}" style="width: 100%; height: 640px; border: 0"></iframe>`;
}
