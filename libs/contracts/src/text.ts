/** PostgreSQL keeps every character in a text but the zero one and halves of pairs, and fails on those. */
export function canBeStored(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML: the result is safe between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}
