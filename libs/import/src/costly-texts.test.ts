import { type TextReader, tooCostly } from '@inlet/testing/costly-texts';
import { expect, it } from 'vitest';
import { suggestDayOrder } from '#dates/day-order.ts';
import { readDate } from '#dates/read-date.ts';
import { detectShape } from '#detect-shape.ts';
import { hashOf } from '#hash-of.ts';
import { originOf } from '#mapping/origin-of.ts';
import type { RowSplitter } from '#rows/row-splitter.ts';
import { splitCsv } from '#rows/split-csv.ts';
import { splitJson } from '#rows/split-json.ts';
import { splitNdjson } from '#rows/split-ndjson.ts';

/** A file is read in pieces of this size, and others go on between two. A row may be longer. */
const pieceMax = 65_536;
const split = (splitter: RowSplitter, text: string) => {
  splitter.push(text);
  splitter.end();
};
const inField = (text: string) => JSON.stringify({ message: text });

const readers: Readonly<Record<string, TextReader>> = {
  splitCsv: (text) => split(splitCsv(','), `a,b\n${text.slice(0, pieceMax)}`),
  'splitCsv: header': (text) => split(splitCsv(','), text.slice(0, pieceMax)),
  'splitCsv: quoted': (text) => split(splitCsv(','), `a,b\n"${text.replaceAll('"', '')}"`),
  splitNdjson: (text) => split(splitNdjson(), text.slice(0, pieceMax)),
  'splitNdjson: field': (text) => split(splitNdjson(), inField(text)),
  splitJson: (text) => split(splitJson(), `[{"message":"${text}`),
  'splitJson: list': (text) => split(splitJson(), text),
  detectShape: (text) => detectShape(new TextEncoder().encode(text)),
  readDate: (text) => readDate(text.slice(0, 80), { dayOrder: 'day first', timeZone: 'UTC' }),
  'readDate: long': (text) => readDate(text, { dayOrder: 'day first', timeZone: 'UTC' }),
  suggestDayOrder: (text) => suggestDayOrder([text]),
  originOf: (text) => originOf(text.slice(0, 2_000)),
  hashOf,
};

it.each(Object.entries(readers))('%s takes no text that blocks others', async (_name, read) => {
  expect(await tooCostly(read)).toBeNull();
});
