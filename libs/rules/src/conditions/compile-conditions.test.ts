import type { Condition, When } from '@inlet/contracts/routing/conditions';
import { describe, expect, it } from 'vitest';
import { compileConditions } from '#conditions/compile-conditions.ts';

const reasonOf = (when: When, fields: object, files: { field: string; name: string }[] = []) =>
  compileConditions(when)(fields as Readonly<Record<string, unknown>>, files);
const holds = (condition: Condition, topic: unknown) =>
  reasonOf({ all: [condition] }, topic === undefined ? {} : { topic }) === null;
const topic = (op: Condition['op'], value?: Condition['value']): Condition => ({ field: 'topic', op, value });

/** A number as services parse it, which keeps its digits. */
const rawNumber = (digits: string) => (JSON as unknown as { rawJSON(text: string): object }).rawJSON(digits);

describe('a condition', () => {
  it.each<[Condition, readonly unknown[], readonly unknown[]]>([
    [
      topic('is', 'Sales'),
      ['Sales', 'sales', ' SALES\r\n', 'Sáles', ['Support', 'sales'], { a: 'Sales' }],
      ['Sale', undefined, []],
    ],
    [topic('is not', 'Sales'), ['Support', undefined, null, '', []], ['sales', ['Support', 'Sales']]],
    [topic('contains', 'sale'), ['Wholesales', ['a', 'For sale']], ['sa le', undefined]],
    [topic('starts with', 'Sal'), ['sales', ' Salt', ['x', 'Salt']], ['wholesale', undefined]],
    [topic('matches', '[A-Z]{2}\\d+'), ['AB12', ['x', 'CD3']], ['ab12', 'AB12x', ' AB12', undefined]],
    [topic('is empty'), [undefined, null, '', ' \n', [], [null, ''], {}], ['x', 0, false, ['', 'x']]],
    [topic('is not empty'), ['x', 0, false], [undefined, null, ' ', []]],
    [
      topic('greater', 9),
      ['10', 10, ' 9.5 ', '1e1', ['1', '20']],
      ['9', '8', 'ten', '10 €', '', undefined, '2026-01-31'],
    ],
    [topic('less', '-1'), [-2, '-1.5'], ['-1', 0, undefined]],
    [
      topic('greater', '2026-01-31'),
      ['2026-02-01', '2026-01-31T00:01', '2026-01-31T00:30-01:00'],
      ['2026-01-31', '2026-02-30', '10', 'soon'],
    ],
    [topic('less', '2026-01-31T10:00+02:00'), ['2026-01-31T07:59Z', '2026-01-31'], ['2026-01-31T08:00', '2026-02-01']],
    [topic('is', true), [true, 'true', 'True'], [false, 'on']],
    [topic('is', '12345678901234567890'), [rawNumber('12345678901234567890')], [12345678901234567000]],
    [topic('is', '1'), [1, '1', rawNumber('1.0')], ['1.0']],
  ])('%j holds for some values, and not for others', (condition, values, others) => {
    expect(values.filter((value) => !holds(condition, value))).toEqual([]);
    expect(others.filter((value) => holds(condition, value))).toEqual([]);
  });

  it('sees a file by its name', () => {
    const files = [{ field: 'cv', name: 'Ada.PDF' }];
    expect(reasonOf({ all: [{ field: 'cv', op: 'contains', value: '.pdf' }] }, {}, files)).toBeNull();
    expect(reasonOf({ all: [{ field: 'cv', op: 'is empty' }] }, {}, files)).toBe('cv is not empty');
    expect(reasonOf({ all: [{ field: 'cv', op: 'is empty' }] }, {}, [])).toBeNull();
  });

  it('sees no field that only JavaScript has', () => {
    expect(reasonOf({ all: [{ field: 'constructor', op: 'is not empty' }] }, {})).toBe('constructor is empty');
  });

  it('compares the first 20,000 characters of a field, and a pattern sees no value of more than 2,000', () => {
    expect(holds(topic('contains', 'end'), `${'a'.repeat(19_997)}end`)).toBe(true);
    expect(holds(topic('contains', 'end'), `${'a'.repeat(19_998)}end`)).toBe(false);
    expect(holds(topic('is', 'aa'), ['b'.repeat(19_998), 'aaa'])).toBe(false);
    expect(holds(topic('matches', 'a*'), 'a'.repeat(2_000))).toBe(true);
    expect(holds(topic('matches', 'a*'), 'a'.repeat(2_001))).toBe(false);
    expect(holds(topic('matches', 'a*'), ['a'.repeat(1_000), 'a'.repeat(1_001)])).toBe(false);
  });
});

describe('the reason', () => {
  it.each<[Condition, string]>([
    [topic('is', 'Sales'), 'topic is not Sales'],
    [topic('is not', 'Support'), 'topic is Support'],
    [topic('contains', 'x'), 'topic does not contain x'],
    [topic('starts with', 'x'), 'topic does not start with x'],
    [topic('matches', 'x+'), 'topic does not match x+'],
    [topic('is empty'), 'topic is not empty'],
    [topic('greater', 10), 'topic is not greater than 10'],
    [topic('less', '2020-01-01'), 'topic is not less than 2020-01-01'],
  ])('of %j is "%s"', (condition, reason) => {
    expect(reasonOf({ all: [condition] }, { topic: 'Support' })).toBe(reason);
  });

  it('names the first of all conditions that fails, and each of any', () => {
    const conditions = ['A', 'B', 'C', 'D', 'E'].map((value) => topic('is', value));
    expect(reasonOf({ all: conditions }, { topic: 'A' })).toBe('topic is not B');
    expect(reasonOf({ any: conditions }, { topic: 'x' })).toBe(
      'topic is not A and topic is not B and topic is not C and 2 more',
    );
    expect(reasonOf({ any: conditions }, { topic: 'e' })).toBeNull();
  });

  it('is one short line', () => {
    const long: Condition = { field: 'a\nb', op: 'is', value: `👋${'x'.repeat(999)}` };
    expect(reasonOf({ all: [long] }, {})).toBe(`a b is not 👋${'x'.repeat(58)}…`);
  });
});
