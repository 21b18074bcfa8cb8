import { expect, it } from 'vitest';
import { findCycles } from './graph.ts';

it.each([
  ['nothing', {}, []],
  ['a line', { a: ['b'], b: ['c'] }, []],
  ['a diamond', { a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }, []],
  ['a node that leads to itself', { a: ['a'] }, [['a']]],
  ['two that lead to each other', { b: ['a'], a: ['b'] }, [['a', 'b']]],
  ['a ring behind a line', { a: ['b'], b: ['c'], c: ['d'], d: ['b'] }, [['b', 'c', 'd']]],
  ['a knot, by its shortest ring', { a: ['b', 'd'], b: ['c'], c: ['a'], d: ['a'] }, [['a', 'd']]],
  [
    'two rings apart',
    { x: ['y'], y: ['x'], a: ['b'], b: ['a', 'x'] },
    [
      ['a', 'b'],
      ['x', 'y'],
    ],
  ],
])('finds the cycles of %s', (_, graph, cycles) => {
  expect(findCycles(new Map(Object.entries(graph)))).toEqual(cycles);
});

it('walks a chain of 2,000 files', () => {
  const chain = Array.from({ length: 2_000 }, (_, index): [string, string[]] => [
    `${index}`,
    [`${(index + 1) % 2_000}`],
  ]);
  expect(findCycles(new Map(chain))[0]).toHaveLength(2_000);
});
