import { listedValueMax } from '@inlet/contracts/submission-limits';

export interface CutFields {
  readonly data: string;
  /** True if a value was cut; omitted if the fields are complete. */
  readonly isTruncated?: true;
}

/**
 * Cuts every long value in a submission's fields, which are JSON text, at any depth. Everything else stays as stored,
 * byte for byte. Names need no cutting, because the endpoint refuses names longer than a cut value.
 */
export function cutValues(json: string): CutFields {
  if (json.length <= listedValueMax) return { data: json };
  const parts: string[] = [];
  let isTruncated = false;
  let from = 0;

  function replace(start: number, end: number, by: string): void {
    parts.push(json.slice(from, start), by);
    from = end;
    isTruncated = true;
  }

  /** Between two strings only a number can be long. Cutting it would change its value, so it becomes a text. */
  function cutNumbers(start: number, end: number): void {
    if (end - start <= listedValueMax) return;
    for (const { 0: number, index } of json.slice(start, end).matchAll(longNumber)) {
      const at = start + index;
      replace(at, at + number.length, JSON.stringify(number.slice(0, listedValueMax)));
    }
  }

  let at = 0;
  for (let start = json.indexOf('"'); start !== -1; start = json.indexOf('"', at)) {
    cutNumbers(at, start);
    at = endOfString(json, start);
    if (at - start - 2 <= listedValueMax) continue;
    // Escapes make a text look longer than it is.
    const value = JSON.parse(json.slice(start, at)) as string;
    if (value.length > listedValueMax) replace(start, at, JSON.stringify(beginningOf(value)));
  }
  cutNumbers(at, json.length);
  return isTruncated ? { data: parts.join('') + json.slice(from), isTruncated } : { data: json };
}

// safe because: it begins where a number does, so each number is read once
const longNumber = new RegExp(`(?<![-+.\\deE])[-+.\\deE]{${listedValueMax + 1},}`, 'g');

/** The position after the closing quote of a string; a quote after an odd number of backslashes is part of it. */
function endOfString(json: string, start: number): number {
  for (let quote = json.indexOf('"', start + 1); ; quote = json.indexOf('"', quote + 1)) {
    // The column's type, json, guarantees that each string ends.
    if (quote === -1) throw new Error('Stored fields are not JSON');
    let backslashes = 0;
    while (json[quote - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return quote + 1;
  }
}

/** Half a character at the end would not be valid text. */
function beginningOf(value: string): string {
  const cut = value.slice(0, listedValueMax);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}
