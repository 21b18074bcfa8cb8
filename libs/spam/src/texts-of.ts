/** Characters of a submission that the checks read; the rest of a longer one is not looked at. */
export const textMax = 20_000;

/** The texts in the fields of a submission, however deep, without the names of the fields. */
export function textsOf(json: string): string[] {
  const texts: string[] = [];
  collect(JSON.parse(json), texts, textMax);
  return texts;
}

function collect(value: unknown, texts: string[], room: number): number {
  if (room <= 0) return room;
  if (typeof value === 'string') {
    texts.push(value.length > room ? value.slice(0, room) : value);
    return room - value.length;
  }
  if (typeof value !== 'object' || value === null) return room;
  let left = room;
  for (const item of Object.values(value)) left = collect(item, texts, left);
  return left;
}
