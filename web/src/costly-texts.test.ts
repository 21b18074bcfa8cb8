import { matchesQuery, parseQuery } from '@inlet/contracts/search-query';
import type { Submission } from '@inlet/contracts/submissions';
import { type TextReader, tooCostly } from '@inlet/testing/costly-texts';
import { expect, it } from 'vitest';
import { excerptOf, findSections } from '#features/docs/search/find-sections.ts';
import { originHint } from '#features/forms/origin-hint.ts';
import { cutToOrigin } from '#features/forms/origin-input.ts';
import { linesOf } from '#features/spam/spam-draft.ts';
import { addressOf, fieldsOf, isNameLike, lineOf, messageOf, personOf } from '#features/submissions/fields.ts';
import { highlight } from '#features/submissions/highlight.ts';
import { previewOf } from '#features/submissions/preview.ts';
import { replyTo } from '#features/submissions/reply.ts';
import { describeDevice } from '#lib/describe-device.ts';
import { parseJson } from '#lib/parse-json.ts';
import { fileNameOf } from '#lib/receive-file.ts';
import { readServerEvents } from '#lib/server-events.ts';

const rowOf = (data: Submission['data']) =>
  ({
    id: 'id',
    formId: 'form',
    data,
    origin: null,
    createdAt: '2026-11-20T08:00:00.000Z',
    isSpam: false,
  }) as Submission;
const withValue = (text: string) => rowOf({ message: text });
const withName = (text: string) => rowOf({ [text]: text });
const section = { path: '/docs', page: 'Forms', heading: 'Fields', text: 'A form sends fields.' };
/** Longer texts are shown without marks. */
const highlightedMax = 50_000;

async function eventsOf(text: string) {
  const bytes = new TextEncoder().encode(`data: ${text}\n\n`);
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(bytes);
      controller.close();
    },
  });
  for await (const _ of readServerEvents(stream));
}

const readers: Readonly<Record<string, TextReader>> = {
  'fieldsOf: value': (text) => fieldsOf([withValue(text)]),
  'fieldsOf: name': (text) => fieldsOf([withName(text)]),
  isNameLike,
  'addressOf: value': (text) => addressOf(withValue(text)),
  'messageOf: value': (text) => messageOf(withValue(text)),
  'messageOf: name': (text) => messageOf(withName(text)),
  'personOf: value': (text) => personOf(withValue(text)),
  'personOf: name': (text) => personOf(rowOf({ name: text })),
  lineOf,
  previewOf: (text) => previewOf(withValue(text)),
  replyTo: (text) => replyTo(withValue(text), 'Contact'),
  matchesQuery: (text) => matchesQuery(parseQuery(text.slice(0, 200)), { message: text }),
  highlight: (text) => highlight(text.slice(0, highlightedMax), [{ text: 'a' }, { text: '@' }]),
  'spam lines': linesOf,
  originHint,
  cutToOrigin,
  'cutToOrigin: host': (text) => cutToOrigin(`https://${text}`),
  describeDevice,
  'parseJson: value': (text) => parseJson(JSON.stringify({ message: text })),
  'parseJson: JSON': parseJson,
  fileNameOf: (text) => fileNameOf({ headers: { get: () => text } } as unknown as Response, 'file'),
  readServerEvents: eventsOf,
  findSections: (text) => findSections([section], text.slice(0, 200)),
  excerptOf: (text) => excerptOf(section.text, text.slice(0, 200)),
};

it.each(Object.entries(readers))('%s reads costly texts in time', async (_name, read) => {
  expect(await tooCostly(read)).toBeNull();
});
