import { buildAcceptedSubmission } from '@inlet/testing/build-submission';
import { describe, expect, it } from 'vitest';
import { type AcceptedSubmission, packBatch, type SubmissionBatch, submissionBatchSchema } from '#batch.ts';
import { writeBatch } from '#write-batch.ts';

const formId = '0195c2e4-7a7b-7c1e-9a51-0d6f4c1f9b2e';
const long = 'Do you have places left? '.repeat(40);

function batchOf(...changes: Partial<AcceptedSubmission>[]): SubmissionBatch {
  return packBatch(changes.map((some) => buildAcceptedSubmission({ formId, ...some })));
}

/** As its reader sees it after Redis. */
function readBatch(bytes: Buffer): SubmissionBatch {
  return submissionBatchSchema.parse(JSON.parse(bytes.toString()));
}

function withFields(fields: object): Partial<AcceptedSubmission> {
  return { json: JSON.stringify(fields) };
}

describe('writeBatch', () => {
  it.each([
    ['more bytes than characters', batchOf(withFields({ message: '日'.repeat(60_000) }))],
    ['no submission', batchOf()],
    ['a short one', batchOf(withFields({ name: 'Ada "the first"' }))],
    ['a long one', batchOf(withFields({ name: 'Ada', message: long, email: 'a@example.com' }))],
    ['long and short in turn', batchOf(withFields({ long }), withFields({ a: 1 }), withFields({ long, b: long }))],
    ['quotes in a long text', batchOf(withFields({ message: `${long}"${long}"` }))],
    ['backslashes in a long text', batchOf(withFields({ message: `${long}\\${long}` }))],
    ['lines in a long text', batchOf(withFields({ message: `${long}\n\t\r${long}\u0001` }))],
    ['long JSON over several lines', batchOf({ json: JSON.stringify({ long, list: [1, 2] }, null, '\t') })],
    [
      'long JSON with other line ends',
      batchOf({ json: `{"a":"${long}",\r"b":1}` }, { json: `{"a":"${long}",\n"b":1}` }),
    ],
    ['a long text beyond Latin', batchOf(withFields({ message: `${long}שלום 😀 ${'日本語'.repeat(200)}` }))],
    ['a long text of accents', batchOf(withFields({ message: 'éàü'.repeat(300) }))],
    ['nothing but quotes', batchOf({ json: `["${'","'.repeat(500)}"]` })],
    ['half of a character', batchOf(withFields({ message: `${long}\ud83d` }))],
    ['a subject, an address and spam', batchOf({ subject: 'Hi "you"', replyTo: 'a@example.com', isSpam: true })],
    ['neither origin nor browser', batchOf({ origin: null, userAgent: null })],
    ['traces', packBatch([buildAcceptedSubmission({ formId, ...withFields({ long }) })], ['00-1-2-01'])],
    ['more than a megabyte', batchOf(...Array.from({ length: 300 }, () => withFields({ message: long.repeat(5) })))],
  ])('writes %s as it is', (_, batch) => {
    expect(readBatch(writeBatch(batch))).toEqual(JSON.parse(JSON.stringify(batch)));
  });

  it('adds less than a quarter to the data of small submissions from one site', () => {
    const json = JSON.stringify({ name: 'Ada Lovelace', email: 'ada@example.com', message: long.slice(0, 140) });
    const batch = batchOf(...Array.from({ length: 80 }, () => ({ json })));
    expect(writeBatch(batch).length / (80 * json.length)).toBeLessThan(1.25);
  });
});
