const digitsOfId = 32;

/** Parses the ids of a batch that an earlier release wrote as one base64url text. */
export function splitIds(text: string): string[] {
  const digits = Buffer.from(text, 'base64url').toString('hex');
  const ids: string[] = [];
  for (let at = 0; at < digits.length; at += digitsOfId) {
    const part = (from: number, to: number): string => digits.slice(at + from, at + to);
    ids.push(`${part(0, 8)}-${part(8, 12)}-${part(12, 16)}-${part(16, 20)}-${part(20, digitsOfId)}`);
  }
  return ids;
}
