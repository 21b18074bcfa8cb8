import { describe, expect, it } from 'vitest';
import { type AcceptedSubmission, packBatch, submissionBatchSchema, unpackBatch } from '#batch.ts';

const formId = '01890a5d-ac96-774b-bcce-b302099a8057';
const userId = '01890a5d-ac96-774b-bcce-b302099a8060';
const otherFormId = '01890a5d-ac96-774b-bcce-b302099a8058';
const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

function submission(number: number, changes: Partial<AcceptedSubmission> = {}): AcceptedSubmission {
  return {
    id: `01890a5d-ac96-774b-bcce-${number.toString(16).padStart(12, '0')}`,
    formId,
    receivedAtMs: 1_790_000_000_000 + number,
    userId,
    json: JSON.stringify({ email: `visitor-${number}@example.com`, message: 'Hello, please call me back' }),
    isSpam: false,
    subject: null,
    replyTo: null,
    origin: 'https://www.example.com',
    userAgent: browser,
    ...changes,
  };
}

/** The path through Redis: written as JSON, then read and checked by another process. */
function sendThroughQueue(submissions: readonly AcceptedSubmission[]): AcceptedSubmission[] {
  return unpackBatch(submissionBatchSchema.parse(JSON.parse(JSON.stringify(packBatch(submissions)))));
}

describe('packBatch and unpackBatch', () => {
  it.each([
    ['no submission', []],
    ['one submission', [submission(1)]],
    ['the same form, origin and browser many times', [submission(1), submission(2), submission(3)]],
    ['neither origin nor browser', [submission(1, { origin: null, userAgent: null })]],
    [
      'an empty browser name, which is not the same as none',
      [submission(1, { userAgent: '' }), submission(2, { userAgent: null })],
    ],
    [
      'different forms, origins and browsers in turn',
      [
        submission(1),
        submission(2, { formId: otherFormId, origin: 'https://b.com', userAgent: 'curl/8' }),
        submission(3, { origin: null }),
        submission(4, { formId: otherFormId, userAgent: null }),
        submission(5, { origin: 'https://b.com' }),
      ],
    ],
    [
      'origins that are named like parts of an object',
      [submission(1, { origin: '__proto__', userAgent: 'constructor' })],
    ],
    ['spam', [submission(1, { isSpam: true }), submission(2)]],
    ['a subject and an address to reply to', [submission(1, { subject: 'Hi', replyTo: 'a@example.com' })]],
    [
      'what checks for spam need',
      [
        submission(1, { spamVersion: 7, captchaToken: 'token', address: '192.0.2.7', claim: 'name' }),
        submission(2, { spamVersion: 7, captchaToken: '' }),
        submission(3, { formId: otherFormId, spamVersion: 0 }),
      ],
    ],
    ['the language of a visitor', [submission(1, { visitorLanguage: 'de' }), submission(2)]],
    ['no field', [submission(1, { json: '{}' })]],
    [
      'nested values',
      [
        submission(1, {
          json: JSON.stringify({
            list: [1, 'two', null, { three: [true] }],
            none: null,
            '': 'no name',
            'a.b': 'ä😀"\\\n',
          }),
        }),
      ],
    ],
    ['equal submissions with different ids', [submission(1, { json: '{"a":1}' }), submission(2, { json: '{"a":1}' })]],
  ])('carry %s through the queue unchanged', (_, submissions) => {
    expect(sendThroughQueue(submissions)).toEqual(submissions);
  });

  it.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'toJSON'])(
    'carry a field that is named %s',
    (name) => {
      const json = `{"${name}":{"isAdmin":true},"email":"a@example.com"}`;
      const [received] = sendThroughQueue([submission(1, { json })]);
      expect(received?.json).toBe(json);
      expect(Object.prototype).not.toHaveProperty('isAdmin');
    },
  );

  it('write each form, origin and browser once', () => {
    const batch = packBatch([submission(1), submission(2), submission(3, { formId: otherFormId })]);
    expect(batch).toMatchObject({
      forms: [
        [formId, userId],
        [otherFormId, userId],
      ],
      origins: ['https://www.example.com'],
      userAgents: [browser],
    });
  });
});

describe('submissionBatchSchema', () => {
  const batch = packBatch([submission(1)]);

  it.each([
    ['an id that is none', 0, 'x'],
    ['a form below the first', 1, -1],
    ['a form that the batch does not have', 1, 1],
    ['an origin that the batch does not have', 3, 1],
    ['a browser that the batch does not have', 4, 7],
    ['half a form', 1, 0.5],
    ['a time before the first', 2, -1],
    ['a time as text', 2, '2026-01-31'],
    ['an origin below none', 3, -2],
    ['a browser as text', 4, browser],
    ['fields that are no text', 5, { a: 1 }],
    ['fields that are missing', 5, null],
  ])('refuses a row with %s', (_, column, value) => {
    const cells: unknown[] = [...(batch.rows[0] ?? [])];
    expect(submissionBatchSchema.safeParse({ ...batch, rows: [cells.with(column, value)] }).success).toBe(false);
  });

  it.each([
    ['fewer ids than rows', ''],
    ['ids that are none', 'x'.repeat(22)],
    ['ids that are no text', 1],
  ])('refuses %s', (_, ids) => {
    const rows = batch.rows.map(([, ...cells]) => cells);
    expect(submissionBatchSchema.safeParse({ ...batch, ids, rows }).success).toBe(false);
  });

  it.each([['text'], [1], [null]])('refuses %j for a row', (cells) => {
    expect(submissionBatchSchema.safeParse({ ...batch, rows: [cells] }).success).toBe(false);
    expect(submissionBatchSchema.safeParse({ ...batch, ids: 'AAAAAAAAcACAAAAAAAAAAQ', rows: [cells] }).success).toBe(
      false,
    );
  });

  it('refuses a row with other extras', () => {
    const cells: unknown[] = [...(batch.rows[0] ?? []), { spam: 'yes' }];
    expect(submissionBatchSchema.safeParse({ ...batch, rows: [cells] }).success).toBe(false);
  });

  it.each([{ forms: ['x'] }, { origins: undefined }, { userAgents: [null] }, { rows: {} }])('refuses %j', (changes) => {
    expect(submissionBatchSchema.safeParse({ ...batch, ...changes }).success).toBe(false);
  });
});

it('keeps the verdict of the rules, also where two versions judged submissions of one form', () => {
  const ruleErrors = '[{"field":"a","code":"TYPE_TEXT","message":"This field must be a text"}]';
  const [first, second, third] = [0, 1, 2].map((number) => submission(number));
  if (!first || !second || !third) throw new Error('There are three');
  const all = [
    { ...first, rulesVersion: 1, ruleErrors },
    { ...second, formId: first.formId, rulesVersion: 2 },
    { ...third, formId: first.formId },
  ];
  const batch = submissionBatchSchema.parse(JSON.parse(JSON.stringify(packBatch(all))));
  expect(unpackBatch(batch).map((one) => [one.formId, one.rulesVersion, one.ruleErrors])).toEqual([
    [first.formId, 1, ruleErrors],
    [first.formId, 2, undefined],
    [first.formId, undefined, undefined],
  ]);
});

describe('the size of a batch', () => {
  const submissions = Array.from({ length: 100 }, (_, number) => submission(number));
  const bytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

  it('adds less than a quarter to the ids and data of small submissions from one site', () => {
    const least = bytes(submissions.map(({ id, json }) => [id, json]));
    expect(bytes(packBatch(submissions)) / least).toBeLessThan(1.25);
  });

  it('is less than half of the same submissions written in full', () => {
    expect(bytes(packBatch(submissions)) / bytes(submissions)).toBeLessThan(0.5);
  });
});
