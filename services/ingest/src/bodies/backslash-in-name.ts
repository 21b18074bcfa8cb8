/** The ways in which JSON writes a backslash. */
const written = /\\(?:\\|u005[cC])/;
const writtenHere = new RegExp(written, 'y');
const colon = /[ \t\r\n]*:/y;

/**
 * Tells whether a name in a JSON text holds a backslash. Node's parser remembers such a name, and from then on takes
 * another one whose escape stands in its place for it (nodejs/node#63785): after `pr\\u00` it reads `pr\u00e9nom` as
 * `pr\u00`. So such a text must not even be parsed: its sender could rename the fields of others.
 */
export function hasBackslashInName(text: string): boolean {
  // Most texts have no escape at all, and hearing that costs next to nothing.
  if (!text.includes('\\') || !written.test(text)) return false;
  // In JSON a backslash stands only within a string, and the first one that is met begins an escape.
  for (let at = text.indexOf('\\'); at !== -1; at = text.indexOf('\\', at)) {
    let isHeld = false;
    for (; at < text.length && text[at] !== '"'; at += text[at] === '\\' ? 2 : 1) {
      isHeld ||= text[at] === '\\' && matchesAt(writtenHere, text, at);
    }
    at += 1;
    if (isHeld && matchesAt(colon, text, at)) return true;
  }
  return false;
}

function matchesAt(sticky: RegExp, text: string, at: number): boolean {
  sticky.lastIndex = at;
  return sticky.test(text);
}
