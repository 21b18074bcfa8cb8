import { expect, it } from 'vitest';
import { whenSchema } from '#routing/conditions.ts';

const topic = { field: 'topic', op: 'is', value: 'Sales' };

/** The faults of these conditions, as `place: sentence`. */
function faultsOf(when: unknown): string[] {
  const issues = whenSchema.safeParse(when).error?.issues ?? [];
  return issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

it('takes each comparison, and keeps it as it was sent', () => {
  const all = [
    topic,
    { field: 'topic', op: 'is not', value: true },
    { field: 'topic', op: 'contains', value: 'a' },
    { field: 'topic', op: 'starts with', value: 'a' },
    { field: 'topic', op: 'matches', value: '[a-z]+' },
    { field: 'topic', op: 'is empty' },
    { field: 'topic', op: 'is not empty', value: '' },
    { field: 'amount', op: 'greater', value: 10 },
    { field: 'day', op: 'less', value: '2026-01-31T10:00' },
  ];
  expect(whenSchema.parse({ all })).toEqual({ all });
  expect(whenSchema.parse({ any: all })).toEqual({ any: all });
});

it.each([
  ['all', ': Must be an object with "all" or "any", or null'],
  [{}, ': Name the conditions under "all" or under "any"'],
  [{ all: [topic], any: [topic] }, ': Name the conditions under "all" or under "any"'],
  [{ any: [] }, ': Name at least one condition, or null for always'],
  [{ all: 'topic' }, 'all: Conditions must be a list'],
  [{ all: Array(21).fill({}) }, 'all: At most 20 conditions'],
  [{ all: [topic, { ...topic, field: '' }] }, 'all.1.field: A condition needs the name of a field'],
  [{ all: [{ ...topic, field: 'a'.repeat(201) }] }, 'all.0.field: A name can have at most 200 characters'],
  [{ all: [{ ...topic, value: 'a'.repeat(1_001) }] }, 'all.0.value: A value can have at most 1,000 characters'],
  [{ all: [{ ...topic, value: 'a\0' }] }, 'all.0.value: A value has a character that cannot be stored'],
  [{ all: [{ ...topic, value: [] }] }, 'all.0.value: A value must be a text, a number, true or false'],
  [
    { any: [{ field: 'topic', op: 'is' }] },
    'any.0.value: A condition needs a value; an empty field has conditions of its own',
  ],
  [
    { any: [{ ...topic, value: ' ' }] },
    'any.0.value: A condition needs a value; an empty field has conditions of its own',
  ],
  [{ any: [{ ...topic, op: 'matches', value: '(?=a)' }] }, 'any.0.value: Look-ahead and look-behind are not supported'],
  [
    { any: [{ ...topic, op: 'greater', value: 'ten' }] },
    'any.0.value: Must be a number such as 10, or a date such as 2026-01-31',
  ],
  [
    { any: [{ ...topic, op: 'less', value: '2026-02-30' }] },
    'any.0.value: Must be a number such as 10, or a date such as 2026-01-31',
  ],
  [
    { any: Array(5).fill({ ...topic, op: 'matches', value: 'a{499}' }) },
    ': The patterns of the conditions can have at most 2,000 steps in all',
  ],
])('refuses %j with the place of the fault', (when, fault) => {
  expect(faultsOf(when)).toEqual([fault]);
});

it('refuses another comparison and a misspelt property', () => {
  expect(faultsOf({ all: [{ ...topic, op: '=' }] })).toEqual([
    expect.stringMatching(/^all\.0\.op: A condition is one of is, is not, contains, /),
  ]);
  expect(faultsOf({ all: [{ ...topic, values: 'a' }] })).toEqual([expect.stringMatching(/^all\.0: .*values/)]);
});
