import { expect, it } from 'vitest';
import { completeSettings } from '#settings/complete-settings.ts';
import { differences } from '#settings/differences.ts';

it.each([
  ['the same', { a: 1, b: [{ name: 'x' }] }, { b: [{ name: 'x' }], a: 1 }, []],
  ['a value', { a: 1 }, { a: 2 }, [['a', 1, 2]]],
  ['a part of a part', { a: { b: { c: null } } }, { a: { b: { c: '' } } }, [['a.b.c', null, '']]],
  ['a value that comes', {}, { a: 0 }, [['a', undefined, 0]]],
  ['a value that goes', { a: 0 }, {}, [['a', 0, undefined]]],
  [
    'a list of texts',
    { a: ['x', 'y'] },
    { a: ['y', 'z'] },
    [
      ['a[]', 'x', undefined],
      ['a[]', undefined, 'z'],
    ],
  ],
  ['the order of a list of texts', { a: ['x', 'y'] }, { a: ['y', 'x'] }, [['a', ['x', 'y'], ['y', 'x']]]],
  [
    'entries that are known by their names',
    { a: [{ name: 'x', b: 1 }, { name: 'y' }] },
    { a: [{ name: 'x', b: 2 }, { name: 'z' }] },
    [
      ['a[x].b', 1, 2],
      ['a[z]', undefined, { name: 'z' }],
      ['a[y]', { name: 'y' }, undefined],
    ],
  ],
  [
    'the order of such entries',
    { a: [{ email: 'x' }, { email: 'y' }] },
    { a: [{ email: 'y' }, { email: 'x' }] },
    [['a (order)', ['x', 'y'], ['y', 'x']]],
  ],
  ['entries without names', { a: [{ op: 'is' }] }, { a: [{ op: 'has' }] }, [['a', [{ op: 'is' }], [{ op: 'has' }]]]],
  ['a list of another kind', { a: [] }, { a: { b: 1 } }, [['a', [], { b: 1 }]]],
])('%s', (_what, before, after, expected) => {
  expect(differences(before, after).map(({ path, ...change }) => [path, change.before, change.after])).toEqual(
    expected,
  );
});

it('what a file leaves out stays, and a list or rules are replaced as a whole', () => {
  const when = { all: [{ field: 'a', op: 'is', value: 'b' }] } as const;
  const stored = {
    ...{ name: 'A', allowedOrigins: ['https://a.example'], rules: { mode: 'warn', unknown: 'refuse', fields: [] } },
    afterSending: { message: 'Thanks', color: null },
    notifications: {
      mode: 'daily',
      recipients: [{ email: 'a@example.com', when }, { email: 'b@example.com', when }, { email: 'c@example.com' }],
      alerts: { silence: true, surge: true },
    },
  };
  const wanted = {
    ...{ allowedOrigins: [], rules: { mode: 'off', fields: [] } },
    afterSending: { color: '#000000' },
    notifications: {
      alerts: { surge: false },
      recipients: [{ email: 'd@example.com' }, { email: 'b@example.com', when: null }, { email: 'a@example.com' }],
    },
  };
  expect(completeSettings<object>(stored, wanted)).toEqual({
    ...{ name: 'A', allowedOrigins: [], rules: { mode: 'off', fields: [] } },
    afterSending: { message: 'Thanks', color: '#000000' },
    notifications: {
      mode: 'daily',
      recipients: [
        { email: 'a@example.com', when },
        { email: 'b@example.com', when: null },
        { email: 'd@example.com', when: null },
      ],
      alerts: { silence: true, surge: false },
    },
  });
});
