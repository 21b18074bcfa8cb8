import { parseVisitorJson } from '@inlet/contracts/visitor-json';

/** Characters of a submission that the checks read; the rest of a longer one is ignored. */
export const textMax = 20_000;

/** Returns the texts in the fields of a submission at any depth, without the names of the fields. */
export function textsOf(json: string): string[] {
  const texts: string[] = [];
  // Parsing the JSON costs more than all checks, and most submissions have no escapes.
  if (json.length <= textMax && !json.includes('\\')) cutOut(json, texts);
  else collect(parseVisitorJson(json), texts, textMax);
  return texts;
}

/** The same for JSON without escapes and spaces: a text is between two quotes, and a name is followed by a colon. */
function cutOut(json: string, texts: string[]): void {
  for (let start = json.indexOf('"'); start !== -1; ) {
    const end = json.indexOf('"', start + 1);
    if (end === -1) throw new SyntaxError('A string of the JSON is not terminated');
    if (json[end + 1] !== ':') texts.push(json.slice(start + 1, end));
    start = json.indexOf('"', end + 1);
  }
}

function collect(value: unknown, texts: string[], charactersLeft: number): number {
  if (charactersLeft <= 0) return charactersLeft;
  if (typeof value === 'string') {
    texts.push(value.length > charactersLeft ? value.slice(0, charactersLeft) : value);
    return charactersLeft - value.length;
  }
  if (typeof value !== 'object' || value === null) return charactersLeft;
  let left = charactersLeft;
  for (const item of Object.values(value)) left = collect(item, texts, left);
  return left;
}
