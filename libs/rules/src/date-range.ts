/** A pattern for dates from this one on. JSON Schema has no range of dates. */
export function fromDate(date: string): string {
  return beyond(date, (digit) => (digit === 9 ? null : `[${digit + 1}-9]`));
}

/** A pattern for dates up to this one. */
export function untilDate(date: string): string {
  return beyond(date, (digit) => (digit === 0 ? null : `[0-${digit - 1}]`));
}

/** The date itself, or one that first differs in a digit beyond its own. */
function beyond(date: string, digitsBeyond: (digit: number) => string | null): string {
  const branches = [...date].flatMap((character, index) => {
    const digits = character === '-' ? null : digitsBeyond(Number(character));
    return digits === null ? [] : [date.slice(0, index) + digits];
  });
  return `^(?:${[...branches, date].join('|')})`;
}
