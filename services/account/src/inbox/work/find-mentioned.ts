/** An address behind an `@` that begins a word. A full stop behind it may end a sentence. */
const mention = /(?<![\w.%+'@-])@([\w.%+'-]+@[\w-]+(?:\.[\w-]+)*)(?![\w@-])/g;

/** Returns the people whose address a note mentions, such as `@ada@example.com`. */
export function findMentioned<Person extends { readonly email: string }>(
  note: string | null,
  people: readonly Person[],
): Person[] {
  const found = new Set<string>();
  for (const [, address = ''] of (note ?? '').matchAll(mention)) found.add(address.toLowerCase());
  return people.filter(({ email }) => found.has(email.toLowerCase()));
}
