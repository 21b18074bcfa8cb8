// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not reach a terminal
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** A stranger's text for a terminal: escape sequences and marks of direction could rewrite the screen. */
export function plainText(text: string): string {
  return text.replace(controls, '\ufffd');
}

/** The same in one line. */
export function plainLine(text: string): string {
  return plainText(text).replaceAll('\n', ' ');
}

/** What `coloured` writes around a text. A colour cannot rewrite the screen. */
const colours = new RegExp(`(${'\u001b'}\\[(?:1|22|3[1236]|39)m)`);

/** A text for a terminal that has coloured words. */
export function screenText(text: string): string {
  const parts = text.split(colours);
  return parts.map((part, index) => (index % 2 === 1 ? part : plainText(part))).join('');
}

/** JSON that is as harmless: what `JSON.stringify` leaves as it is gets escaped. */
export function plainJson(value: unknown, indent?: number): string {
  const json = JSON.stringify(value, null, indent);
  return json.replace(controls, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
