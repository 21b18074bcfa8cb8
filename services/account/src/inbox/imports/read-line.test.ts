import { expect, it } from 'vitest';
import { LineFault, readLine } from '#inbox/imports/read-line.ts';

const read = (line: unknown) => readLine(Buffer.from(typeof line === 'string' ? line : JSON.stringify(line)));
function faultOf(line: string | object | Buffer): string {
  try {
    if (Buffer.isBuffer(line)) readLine(line);
    else read(line);
  } catch (error) {
    if (error instanceof LineFault) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'none';
}
const nested = (depth: number): unknown => (depth === 0 ? 1 : { inner: nested(depth - 1) });
const own = (more: object) => ({ data: { a: 1 }, ...more });
const noTime = 'invalid_date: `createdAt` is not a time in ISO 8601, such as 2026-11-28T05:41:00Z';

it('reads fields, time, origin and occurrence', () => {
  const line = own({ createdAt: '2024-01-31T13:45:22.123+02:00', origin: 'https://example.com', occurrence: 3 });
  expect(read(line)).toEqual({
    json: '{"a":1}',
    createdAt: '2024-01-31T11:45:22.123Z',
    origin: 'https://example.com',
    occurrence: 3,
  });
  expect(read(own({ createdAt: null, origin: null, occurrence: null }))).toEqual({
    json: '{"a":1}',
    createdAt: null,
    origin: null,
    occurrence: undefined,
  });
});

it.each([
  [{ name: 'Ada', Date: '2024-01-31 13:45:22' }, '{"name":"Ada"}', '2024-01-31T13:45:22.000Z'],
  [{ Timestamp: '2024-01-31T13:45Z', name: 'Ada' }, '{"name":"Ada"}', '2024-01-31T13:45:00.000Z'],
  // The first member that holds a time is the time, and others are fields.
  [{ createdAt: 'soon', Date: '2024-01-31' }, '{"createdAt":"soon"}', '2024-01-31T00:00:00.000Z'],
  [{ Date: '01/02/2024', name: 'Ada' }, '{"Date":"01/02/2024","name":"Ada"}', null],
  [{ data: { a: 1 }, name: 'Ada' }, '{"data":{"a":1},"name":"Ada"}', null],
  [{ data: 'text' }, '{"data":"text"}', null],
])('reads %j as a plain object of fields', (line, json, createdAt) => {
  expect(read(line)).toEqual({ json, createdAt, origin: null, occurrence: undefined });
});

it('keeps numbers as they are written, and names that objects have', () => {
  const { json } = read(
    '{"data":{"id":12345678901234567890,"sum":1.50,"__proto__":"x","constructor":{"prototype":1}}}',
  );
  expect(json).toBe('{"id":12345678901234567890,"sum":1.50,"__proto__":"x","constructor":{"prototype":1}}');
});

it.each([
  ['{bad', 'invalid_json: The line is not valid JSON in UTF-8'],
  [Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'invalid_json: The line is not valid JSON in UTF-8'],
  ['[1]', 'invalid_line: The line is not a JSON object'],
  ['null', 'invalid_line: The line is not a JSON object'],
  ['{"data":{}}', 'empty_submission: The submission has no fields'],
  ['{}', 'empty_submission: The submission has no fields'],
  [
    Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`f${n}`, 1])),
    'invalid_fields: A submission can have at most 200 fields',
  ],
  [{ a: nested(10) }, 'invalid_fields: Fields can be nested at most 10 deep'],
  [{ a: 'x\0' }, 'invalid_fields: A field contains a control character that cannot be stored'],
  ['{"a":"\\ud83d"}', 'invalid_fields: A field contains text that is not valid Unicode'],
  [`{"a":"${'x'.repeat(1_000_000)}"}`, 'too_large: The line is longer than 1 MB'],
  [own({ createdAt: 'yesterday' }), noTime],
  [own({ createdAt: '2024-01-31' }), noTime],
  [own({ createdAt: 5 }), noTime],
  [own({ createdAt: '1969-12-31T23:59:59Z' }), 'invalid_date: The time is before 1970'],
  [own({ createdAt: '9999-12-31T23:59:59Z' }), 'invalid_date: The time is in the future'],
  [{ a: 1, Date: '9999-12-31' }, 'invalid_date: The time is in the future'],
  [own({ origin: '' }), 'invalid_origin: `origin` is not a text of 1 to 300 characters'],
  [own({ origin: 'x'.repeat(301) }), 'invalid_origin: `origin` is not a text of 1 to 300 characters'],
  [own({ origin: 'x\0' }), 'invalid_origin: `origin` is not a text of 1 to 300 characters'],
  [own({ occurrence: -1 }), 'invalid_line: `occurrence` is not a whole number from 0 on'],
  [own({ occurrence: 0.5 }), 'invalid_line: `occurrence` is not a whole number from 0 on'],
])('refuses a line: %#', (line, fault) => {
  expect(faultOf(line)).toBe(fault);
});

it.each(['[', '{"a":'])('refuses a megabyte of %s', (mark) => {
  expect(faultOf(mark.repeat(1_000_000 / mark.length))).toBe('invalid_json: The line is not valid JSON in UTF-8');
});
