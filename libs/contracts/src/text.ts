/** PostgreSQL keeps every character in a text but the zero one and halves of pairs, and fails on those. */
export function canBeStored(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
