import { type Condition, type When, whenSchema } from '@inlet/contracts/routing/conditions';
import { cases } from '@inlet/testing/config';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compileConditions } from '#conditions/compile-conditions.ts';

const names = ['topic', 'amount', 'day', 'files'];
const text = fc.constantFrom(
  ...[
    'Sales',
    'sales',
    ' SALES ',
    'Sáles',
    'Support',
    'Sales and support',
    'support, sales',
    '',
    '  ',
    'ß',
    'SS',
    'İzmir',
  ],
  ...['9', '10', '10.0', '-3', '1e2', '.5', '10 €', '2026-01-31', '2026-02-01', '2026-02-30', '2026-01-31T10:00'],
  ...[
    '2026-01-31T10:00+02:00',
    '2026-01-31T08:00:00Z',
    'a@example.com',
    'true',
    'false',
    'null',
    'Grüße',
    'GRUSSE',
    'x',
  ],
);
const scalar = fc.oneof(text, fc.constantFrom(9, 10, 1.5, -3, true, false, null));
const value = fc.oneof(
  { weight: 5, arbitrary: scalar },
  { weight: 2, arbitrary: fc.array(scalar, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.record({ city: scalar, more: fc.array(scalar, { maxLength: 2 }) }) },
);
const fields = fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 4 });
const files = fc.array(fc.record({ field: fc.constantFrom(...names), name: fc.constantFrom('cv.pdf', 'Photo.JPG') }), {
  maxLength: 2,
});
const wanted = fc.oneof(
  text.filter((each) => each.trim() !== ''),
  fc.constantFrom('sal', 'pdf', 'photo', '.', 'e', 'supp', 9, 10, true),
);
const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({
    field: fc.constantFrom(...names),
    op: fc.constantFrom('is', 'is not', 'contains', 'starts with'),
    value: wanted,
  }),
  fc.record({
    field: fc.constantFrom(...names),
    op: fc.constant('matches'),
    value: fc.constantFrom(
      '[Ss]ales',
      '.*support',
      '\\d+',
      '[^@]+@example\\.com',
      '.{2}',
      '.*\\.pdf',
      '(?:true|false)',
    ),
  }),
  fc.record({ field: fc.constantFrom(...names), op: fc.constantFrom('is empty', 'is not empty') }),
  fc.record({
    field: fc.constantFrom(...names),
    op: fc.constantFrom('greater', 'less'),
    value: fc.constantFrom(9, '10', '-1', '0.5', '2026-01-31', '2026-01-31T09:00', '2026-01-31T10:00+01:00'),
  }),
) as fc.Arbitrary<Condition>;
const list = fc.array(condition, { minLength: 1, maxLength: 4 });
const when: fc.Arbitrary<When> = fc.oneof(
  list.map((all) => ({ all })),
  list.map((any) => ({ any })),
);

type Sent = Readonly<Record<string, unknown>>;
type File = { readonly field: string; readonly name: string };

/** The same in plain words, one value after the other. */
function holdsPlainly({ field, op, value: wantedValue }: Condition, sent: Sent, sentFiles: readonly File[]): boolean {
  const found = [
    ...plainTexts(field in sent ? sent[field] : null),
    ...sentFiles.filter((file) => file.field === field).map((file) => file.name),
  ];
  const given = String(wantedValue);
  if (op === 'is empty') return found.length === 0;
  if (op === 'is not empty') return found.length > 0;
  if (op === 'is not') return !holdsPlainly({ field, op: 'is', value: wantedValue }, sent, sentFiles);
  return found.some((each) => {
    if (op === 'is') return plain(each) === plain(given);
    if (op === 'contains') return plain(each).indexOf(plain(given)) !== -1;
    if (op === 'starts with') return plain(each).slice(0, plain(given).length) === plain(given);
    if (op === 'matches') return new RegExp(`^(?:${given})$`, 'u').test(each);
    const [one, other] = [plainBound(each), plainBound(given)];
    if (one === null || other === null || typeof one !== typeof other) return false;
    return op === 'greater' ? one > other : one < other;
  });
}

function plainTexts(sent: unknown): string[] {
  if (sent === null || sent === undefined) return [];
  if (typeof sent === 'object') return Object.values(sent).flatMap(plainTexts);
  return String(sent).trim() === '' ? [] : [String(sent)];
}

const plain = (each: string) =>
  each
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .trim();

/** A number, or a moment as a text that can be compared. */
function plainBound(each: string): number | string | null {
  if (!Number.isNaN(Number(each)) && each.trim() !== '') return Number(each);
  const day = /^(\d+)-(\d+)-(\d+)(.*)$/.exec(each);
  if (!day) return null;
  const [, year, month, date, rest = ''] = day;
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(date)));
  if (at.getUTCDate() !== Number(date)) return null;
  const [, hour = '0', minute = '0', zone = ''] = /^T(\d+):(\d+)(?::\d+)?(Z|[+-]\d+:\d+)?$/.exec(rest) ?? [];
  const behindHours = zone === '' || zone === 'Z' ? 0 : Number(zone.slice(0, 3));
  at.setUTCHours(Number(hour) - behindHours, Number(minute));
  return at.toISOString();
}

it('agree with a plain reference, and say what does not hold', () => {
  const seen = { passes: 0, skipped: 0 };
  const property = fc.property(when, fields, files, (one, sent, sentFiles) => {
    expect(whenSchema.parse(one)).toEqual(one);
    const results = (one.all ?? one.any ?? []).map((each) => holdsPlainly(each, sent, sentFiles));
    const expected = one.all ? results.every(Boolean) : results.some(Boolean);
    const reason = compileConditions(one)(sent, sentFiles);
    seen[expected ? 'passes' : 'skipped'] += 1;
    expect(reason === null).toBe(expected);
    if (reason !== null) expect(reason).toContain((one.all ?? one.any ?? [])[results.indexOf(false)]?.field);
  });
  fc.assert(property, { ...cases(2_000) });
  expect(Math.min(seen.passes, seen.skipped)).toBeGreaterThan(300);
});
