import {
  automaticRoles,
  headlineOf,
  lineOf,
  linesOf as linesByRole,
  previewOf,
  summaryOf,
} from '@inlet/contracts/field-roles';
import { chooseColumns, discoverFields } from '@inlet/contracts/known-fields';
import { matchesQuery, parseQuery } from '@inlet/contracts/search-query';
import type { Submission } from '@inlet/contracts/submissions';
import { type TextReader, tooCostly } from '@inlet/testing/costly-texts';
import { expect, it } from 'vitest';
import { excerptOf, findSections } from '#features/docs/search/find-sections.ts';
import { originHint } from '#features/forms/origin-hint.ts';
import { cutToOrigin } from '#features/forms/origin-input.ts';
import { linesOf } from '#features/spam/spam-draft.ts';
import { highlight } from '#features/submissions/highlight.ts';
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
/** As many fields as the text allows, each with its own name. */
const namedBy = (text: string) => Object.fromEntries((text.match(/.{1,100}/gs) ?? []).map((name) => [name, 'a']));
const form = { name: 'Contact', fieldRoles: automaticRoles };
const section = { path: '/docs', page: 'Forms', heading: 'Fields', text: 'A form sends fields.' };
/** Longer texts are shown without highlights. */
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
  'columns: value': (text) => chooseColumns(discoverFields([{ message: text }])),
  'columns: name': (text) => chooseColumns(discoverFields([{ [text]: 'a' }])),
  'columns: names': (text) => chooseColumns(discoverFields([namedBy(text)])),
  'headlineOf: value': (text) => headlineOf([['message', text]]),
  'headlineOf: sender': (text) => headlineOf([['name', text]]),
  'headlineOf: name': (text) => headlineOf([[text, text]]),
  'headlineOf: names': (text) => headlineOf(Object.entries(namedBy(text))),
  'headlineOf: choice': (text) => headlineOf([[text, 'a']], { name: text, subject: text, message: text }),
  'linesOf: names': (text) => linesByRole(Object.entries(namedBy(text))),
  'summaryOf: value': (text) => summaryOf([['x', text]]),
  'previewOf: value': (text) => previewOf([['x', text]]),
  lineOf,
  replyTo: (text) => replyTo(rowOf({ email: 'a@b.example', message: text }), form),
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
