/** What a stranger may repeat: parts of the formats that a text passes, and what patterns and loops stumble over. */
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
/** What the units go on with, and what makes a match fail at its very end. */
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

/** A function that reads what a stranger wrote, by the name that a failure shows. What it throws is no failure. */
export type TextReader = (text: string) => unknown;

/** A text of 20 kB may hold up everybody else for as long. */
const smallBytes = 20_000;
const smallMaxMs = 50;
/** The most that a submission may have, and a step on the way: what fails there would take minutes at the end. */
const largeBytes = [100_000, 1_000_000];
const largeMaxMs = 200;
/** Texts that cost most when they are small, which are then tried when they are large. */
const largeOnes = 4;
/** A collection of garbage falls into one measurement and not into the next one, and other work takes the caches. */
const tries = 10;

/**
 * A text that costs a function more processor time than any text may, with the time; null if there is none. Only the
 * texts that are dearest at 20 kB are tried at 1 MB: what grows faster than the text is among them.
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
      const ms = await costOf(read, ofBytes(bytes), largeMaxMs, process.threadCpuUsage);
      if (ms > largeMaxMs) return `${name}: ${ms} ms for ${bytes / 1_000} kB`;
    }
  }
  return null;
}

/**
 * Milliseconds of processor time, the best of some tries where the first one is over the limit. A short time is that of
 * the process, since the kernel counts a thread only at its ticks of some milliseconds. A long one is that of this
 * thread, for which all other requests wait: the threads that collect garbage beside it are not counted.
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
      // A refusal is as good an answer as any; that it comes in time is what counts.
    }
    const { user, system } = timeSince(before);
    best = Math.min(best, (user + system) / 1_000);
  }
  return best;
}
