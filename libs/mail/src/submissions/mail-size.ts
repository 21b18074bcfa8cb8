/** The same content as plain text and HTML. */
export interface Part {
  readonly text: string;
  readonly html: string;
}

/**
 * The size of a text in transit: quoted-printable writes each non-ASCII byte and each equals sign as three bytes. Mails
 * with mostly non-ASCII text use base64, which is smaller.
 */
export function weightOf(text: string): number {
  const bytes = Buffer.byteLength(text);
  const unusual = text.match(/\P{ASCII}+/gu)?.reduce((sum, run) => sum + Buffer.byteLength(run), 0) ?? 0;
  return bytes + 2 * (unusual + text.split('=').length - 1);
}

export function weightOfPart({ text, html }: Part): number {
  return weightOf(text) + weightOf(html);
}

/** Truncates a text to this many characters, and ends it with a mark if something is missing. */
export function cut(text: string, max: number, mark = '…'): string {
  if (text.length <= max) return text;
  const kept = text.slice(0, Math.max(0, max - mark.length));
  // A cut surrogate pair is dropped.
  return `${kept.isWellFormed() ? kept : kept.slice(0, -1)}${mark}`;
}
