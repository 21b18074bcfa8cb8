const digitsOfId = 32;

/** Ids as one short text: written out in full, they would be a seventh of a small submission's bytes. */
export function joinIds(ids: readonly string[]): string {
  let digits = '';
  for (const id of ids) digits += id.slice(0, 8) + id.slice(9, 13) + id.slice(14, 18) + id.slice(19, 23) + id.slice(24);
  return Buffer.from(digits, 'hex').toString('base64url');
}

/** The mirror image of `joinIds`. */
export function splitIds(text: string): string[] {
  const digits = Buffer.from(text, 'base64url').toString('hex');
  const ids: string[] = [];
  for (let at = 0; at < digits.length; at += digitsOfId) {
    const part = (from: number, to: number): string => digits.slice(at + from, at + to);
    ids.push(`${part(0, 8)}-${part(8, 12)}-${part(12, 16)}-${part(16, 20)}-${part(20, digitsOfId)}`);
  }
  return ids;
}
