import { escapeHtml } from '@inlet/contracts/text';

/** Text that a browser may read as HTML: written here, or escaped. */
export interface Html {
  readonly html: string;
}

type Part = string | number | Html | readonly Html[];

/** A template whose values are escaped, but for those that are HTML themselves. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const written = texts.map((text, index) => text + write(parts[index] ?? ''));
  return { html: written.join('') };
}

export const nothing: Html = { html: '' };

function write(part: Part): string {
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return 'html' in part ? part.html : part.map((each) => each.html).join('');
}
