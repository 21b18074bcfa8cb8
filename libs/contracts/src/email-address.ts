/** Longest address that mail can be sent to, in characters. */
export const emailAddressMax = 254;

/**
 * Whether a whole text is an email address, as somebody may type one: one `@`, a dot in the name of the host, and no
 * space. The length comes first, so that a text of any size is judged at once.
 */
export function isEmailAddress(text: string): boolean {
  if (text.length > emailAddressMax) return false;
  const at = text.indexOf('@');
  const dot = text.indexOf('.', at + 2);
  return at > 0 && text.indexOf('@', at + 1) === -1 && dot !== -1 && dot < text.length - 1 && !/\s/.test(text);
}
