import { buildAcceptedSubmission } from '@inlet/testing/build-submission';
import { cases } from '@inlet/testing/config';
import { hostileText } from '@inlet/testing/hostile-text';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type AcceptedSubmission, packBatch, submissionBatchSchema, unpackBatch } from '#batch.ts';

const text = fc.oneof(
  hostileText,
  fc.tuple(hostileText, fc.nat(500)).map(([some, times]) => `${some}"`.repeat(times)),
);
const orNull = fc.option(fc.oneof(fc.constantFrom('https://a.example', ''), text));
const orAbsent = fc.option(text, { nil: undefined });
const ids = fc.constantFrom(...Array.from({ length: 4 }, () => crypto.randomUUID()));
const submission: fc.Arbitrary<AcceptedSubmission> = fc
  .record({
    id: fc.uuid({ version: [1, 2, 3, 4, 5, 6, 7, 8] }),
    formId: ids,
    receivedAtMs: fc.nat(2 ** 41),
    json: fc.dictionary(text, text, { maxKeys: 3 }).map((fields) => JSON.stringify(fields)),
    origin: orNull,
    userAgent: orNull,
    isSpam: fc.boolean(),
    subject: orNull,
    replyTo: orNull,
    captchaToken: orAbsent,
    address: orAbsent,
    claim: orAbsent,
  })
  // A form has one owner.
  .map((some) => buildAcceptedSubmission({ ...some, userId: some.formId }));

it('what ingest packs is what the worker reads, batch after batch', () => {
  const property = fc.property(fc.array(fc.array(submission, { maxLength: 8 }), { maxLength: 4 }), (batches) => {
    for (const submissions of batches) {
      const text = JSON.stringify(packBatch(submissions));
      expect(unpackBatch(submissionBatchSchema.parse(JSON.parse(text)))).toEqual(submissions);
    }
  });
  fc.assert(property, cases());
});

it('a job that is no batch is refused as such', () => {
  const batch = fc.record({
    forms: fc.anything(),
    origins: fc.anything(),
    userAgents: fc.anything(),
    startMs: fc.anything(),
  });
  const job = fc.oneof(
    fc.anything(),
    fc.tuple(batch, fc.array(fc.anything()), fc.anything()).map(([some, rows, all]) => ({ ...some, rows, ids: all })),
  );
  const property = fc.property(job, (payload) => {
    expect(submissionBatchSchema.safeParse(payload).success).toBe(false);
  });
  fc.assert(property, cases(500));
});
