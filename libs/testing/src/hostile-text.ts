import naughtyStrings from 'big-list-of-naughty-strings/blns.json' with { type: 'json' };
import fc from 'fast-check';

/** Characters that end, start or escape something in one of the formats that a submission passes. */
const marks = [
  ...['"', '""', "'", '\\', '\\"', '\\u0041', '{', '}', '[', ']', ',', ':', ';', '&', '=', '+', '-', '@', '%', '%22'],
  ...[
    '\r',
    '\n',
    '\r\n',
    '\r\n\r\n',
    '\t',
    '\v',
    '\f',
    '\x01',
    '\x7f',
    '\u0085',
    '\u2028',
    '\ufeff',
    '\ufffe',
    '\uffff',
  ],
  ...[
    '<',
    '>',
    '&amp;',
    ']]>',
    '_x0041_',
    '{{name}}',
    '--',
    '..',
    '/',
    '?',
    '#',
    '\u202e',
    '\u200d',
    'é',
    'e\u0301',
    'ẞ',
    'İ',
    '世',
    '👋',
  ],
];
const piece = fc.oneof(
  fc.constantFrom(...marks),
  fc.string({ maxLength: 4 }),
  fc.string({ unit: 'binary', maxLength: 3 }),
);

/** A text that visitors hardly ever send, and attackers all the time. It is well-formed Unicode without NUL. */
export const hostileText = fc
  .oneof(
    { weight: 2, arbitrary: fc.constantFrom(...naughtyStrings) },
    { weight: 5, arbitrary: fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join('')) },
  )
  .filter((text) => !text.includes('\0') && text.isWellFormed());
