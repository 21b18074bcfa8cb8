const minuteMs = 60_000;
/** Clocks are changed at quarters of an hour only. */
const stepMs = 15 * minuteMs;
const offsetsMax = 10_000;

const formats = new Map<string, Intl.DateTimeFormat>();
/** Formatting a time costs some microseconds, and a file has many rows of the same days. */
const offsets = new Map<string, number>();

/** True for a name such as `Europe/Berlin`. */
export function isTimeZone(name: string): boolean {
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

/** The moment at which the clocks of a time zone show this time, which is given as if it were UTC. */
export function momentOf(shownMs: number, timeZone: string): number {
  const first = shownMs - offsetAt(shownMs, timeZone);
  return shownMs - offsetAt(first, timeZone);
}

function offsetAt(ms: number, timeZone: string): number {
  const step = Math.floor(ms / stepMs);
  const key = `${timeZone} ${step}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const start = step * stepMs;
  const parts = formatOf(timeZone).formatToParts(start);
  const [year = 0, month = 1, day, hour, minute, second] = units.map((unit) =>
    Number(parts.find(({ type }) => type === unit)?.value),
  );
  const offset = Date.UTC(year, month - 1, day, hour, minute, second) - start;
  if (offsets.size >= offsetsMax) offsets.clear();
  offsets.set(key, offset);
  return offset;
}

const units = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const;

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const numeric = { month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' } as const;
  const format = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', year: 'numeric', ...numeric });
  formats.set(timeZone, format);
  return format;
}
