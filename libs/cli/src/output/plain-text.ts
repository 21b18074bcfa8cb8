// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not reach a terminal
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** A stranger's text for a terminal: escape sequences and marks of direction could rewrite the screen. */
export function plainText(text: string): string {
  return text.replace(controls, '\ufffd');
}

/** JSON that is as harmless: what `JSON.stringify` leaves as it is gets escaped. */
export function plainJson(value: unknown, indent?: number): string {
  const json = JSON.stringify(value, null, indent);
  return json.replace(controls, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
