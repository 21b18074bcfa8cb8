/** The longest address that mail can be sent to, in characters. */
export const emailAddressMax = 254;

/**
 * True if a whole text is an email address as people type it: one `@`, a dot in the host name, and no space. The length
 * is checked first, so that a text of any size is fast.
 */
export function isEmailAddress(text: string): boolean {
  if (text.length > emailAddressMax) return false;
  const at = text.indexOf('@');
  const dot = text.indexOf('.', at + 2);
  return at > 0 && text.indexOf('@', at + 1) === -1 && dot !== -1 && dot < text.length - 1 && !/\s/.test(text);
}
