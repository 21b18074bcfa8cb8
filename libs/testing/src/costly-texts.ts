/**
 * Texts for an attacker to repeat: parts of the formats that a text passes, and known problems for patterns and loops.
 */
const units = [
  ...['@.', '@', '.', 'a@.', 'a@', '@a', 'a.', '@a.a', 'mailto:a@', '<a@'],
  ...[' ', '\t', '\n', '\r', '\r\n', '\n\n', ' \n', '\u00a0', '\u2028', '\0', '\x01', ' ,', ', '],
  ...['"', '""', "'", '\\', '\\"', '\\\\', '\\u', '\\u0041', '\\/', '`', '"a":', '"a', '\\n'],
  ...['<', '>', '<a ', '<!--', '&', '&amp;', '[url', '[', '](', '{', '}', '{{', '}}', '{{a', '{{a}}', '(', ')'],
  ...[
    ',',
    ';',
    ':',
    '=',
    ';a="',
    ';a=b',
    '; a = "\\',
    '&a=',
    '%',
    '%2',
    '%22',
    '%F0',
    '+',
    '+a',
    '-',
    '--',
    '_',
    '*',
    '~',
    '|',
    '#',
  ],
  ...['!', '?', '/', '//', '://', 'http://', 'https://a.', 'www.', 'www.0', '0', '1.', '-1', '9e9', '0,', '1)', ':0'],
  ...[
    'a',
    'A',
    'aA',
    'bc',
    'a ',
    'a-',
    'a_',
    'ſ',
    'é',
    'e\u0301',
    '\u0301',
    '\u0301\u0316',
    '\u1ab0\u1ab5\u200b',
    '\uff9e\u0301',
    '\u200b',
  ],
  ...['İ', 'ΑΣ', 'ß', 'ﷺ', '世', '가', '👋', '👩\u200d', '\ud83d', '\udc4b', '\ufeff', '=cmd', '＝'],
];
/** The text that follows the units, and an end that makes a match fail at the last moment. */
const around = [
  ...[{}, { end: ' ' }, { end: '@' }, { end: '!' }, { start: 'a', end: '\n' }],
  ...[{ start: '"' }, { start: '{{', end: '"' }, { start: 'a@', end: '!' }],
] satisfies { start?: string; end?: string }[];

interface CostlyText {
  readonly name: string;
  readonly ofBytes: (bytes: number) => string;
}

const costlyTexts: readonly CostlyText[] = units.flatMap((unit) =>
  around.map(({ start = '', end = '' }: { start?: string; end?: string }) => ({
    name: [
      `${JSON.stringify(unit)} repeated`,
      ...(start === '' ? [] : [`behind ${JSON.stringify(start)}`]),
      ...(end === '' ? [] : [`before ${JSON.stringify(end)}`]),
    ].join(', '),
    ofBytes: (bytes) => start + unit.repeat(Math.floor(bytes / Buffer.byteLength(unit))) + end,
  })),
);

/** A function that reads a stranger's text, by the name that a failure shows. Throwing is not a failure. */
export type TextReader = (text: string) => unknown;

/** A text of 20 kB may block others for this long. */
const smallBytes = 20_000;
const smallMaxMs = 50;
/** The maximum for a submission, and a size on the way: a failure there would take minutes at the maximum. */
const largeBytes = [100_000, 1_000_000];
export const largeMaxMs = 200;
/** The number of texts that cost most at the small size, which are then tried at the large one. */
const largeOnes = 4;
/** The limits hold on a machine that needs this long for the yardstick. A slower machine gets more time in proportion. */
const yardstickMs = 150;
const yardstickText = '"\\&é'.repeat(200_000);
/** A garbage collection only falls into some of the measurements, and other work may evict the caches. */
const tries = 10;

/**
 * Returns a text that costs a function too much processor time, with that time; null if there is none. Only the most
 * expensive texts at 20 kB are tried at 1 MB: any text with superlinear cost is among them.
 */
export async function tooCostly(read: TextReader): Promise<string | null> {
  const small = [];
  for (const text of costlyTexts) {
    const ms = await costOf(read, text.ofBytes(smallBytes), smallMaxMs, process.cpuUsage);
    if (ms > smallMaxMs) return `${text.name}: ${ms} ms for ${smallBytes / 1_000} kB`;
    small.push({ ...text, ms });
  }
  const dearest = small.toSorted((a, b) => b.ms - a.ms).slice(0, largeOnes);
  for (const bytes of largeBytes) {
    for (const { name, ofBytes } of dearest) {
      const ms = await costOfLarge(read, ofBytes(bytes));
      if (ms > largeMaxMs) return `${name}: ${ms} ms for ${bytes / 1_000} kB`;
    }
  }
  return null;
}

/** Milliseconds of processor time for a large text. */
export function costOfLarge(read: TextReader, text: string): Promise<number> {
  return costOf(read, text, largeMaxMs, process.threadCpuUsage);
}

/**
 * Milliseconds of processor time; the best of several tries if the first one exceeds the limit. A short time is
 * measured for the process, since the kernel counts a thread only in ticks of some milliseconds. A long one is measured
 * for this thread, which all other requests wait for: garbage collection in other threads is not counted.
 */
async function costOf(
  read: TextReader,
  text: string,
  maxMs: number,
  timeSince: typeof process.cpuUsage,
): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let tried = 0; tried < tries && best > maxMs; tried += 1) {
    const before = timeSince();
    try {
      await read(text);
    } catch {
      // A refusal is a valid result; only the time counts.
    }
    const ms = millisecondsOf(timeSince(before));
    best = Math.min(best, ms > maxMs ? ms / slowness() : ms);
  }
  return best;
}

/** Returns how many times slower than the limits assume this machine is now; at least 1. */
function slowness(): number {
  const times = Array.from({ length: 3 }, () => {
    const before = process.threadCpuUsage();
    escapeSigns(yardstickText);
    return millisecondsOf(process.threadCpuUsage(before));
  });
  return Math.max(1, Math.min(...times) / yardstickMs);
}

/** Work that grows with the length of a text, as a good reader's does. */
function escapeSigns(text: string): string {
  let escaped = '';
  for (const character of text.replace(/["\\&<>]/gu, (sign) => `&#${sign.charCodeAt(0)};`)) {
    escaped += character === '#' ? 'x' : character;
  }
  return escaped;
}

function millisecondsOf({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1_000;
}
