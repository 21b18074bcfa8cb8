/** The same content as plain text and as HTML. */
export interface Part {
  readonly text: string;
  readonly html: string;
}

/**
 * Bytes of a text on its way: quoted-printable writes each byte beyond ASCII, and each equals sign, as three. Mails
 * that are mostly beyond ASCII go in base64, which is smaller than that.
 */
export function weightOf(text: string): number {
  const bytes = Buffer.byteLength(text);
  const unusual = text.match(/\P{ASCII}+/gu)?.reduce((sum, run) => sum + Buffer.byteLength(run), 0) ?? 0;
  return bytes + 2 * (unusual + text.split('=').length - 1);
}

export function weightOfPart({ text, html }: Part): number {
  return weightOf(text) + weightOf(html);
}

/** Cuts a text to so many characters, and ends it with a mark where something is missing. */
export function cut(text: string, max: number, mark = '…'): string {
  if (text.length <= max) return text;
  const kept = text.slice(0, Math.max(0, max - mark.length));
  // No half of a pair is left at the end.
  return `${kept.isWellFormed() ? kept : kept.slice(0, -1)}${mark}`;
}
