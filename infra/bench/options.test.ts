import { describe, expect, it } from 'vitest';
import { readOptions } from '#options.ts';

const names = ['bytes', 'latency'];

describe('readOptions', () => {
  it('runs all parts when none is named', () => {
    expect(readOptions([], names)).toEqual({ parts: names, rounds: 3, seconds: 10, lanes: 1 });
  });

  it('runs the parts that are named, as briefly as it is told', () => {
    const words = ['latency', '--rounds=1', '--seconds=2'];
    expect(readOptions(words, names)).toEqual({ parts: ['latency'], rounds: 1, seconds: 2, lanes: 1 });
  });

  it('takes another checkout to compare with', () => {
    expect(readOptions(['--against=../before', '--rounds=10'], names)).toMatchObject({
      against: '../before',
      rounds: 10,
    });
    expect(() => readOptions(['--against='], names)).toThrow('--against= needs the folder');
    expect(() => readOptions(['--against'], names)).toThrow('--against');
  });

  it('takes the lanes and the accounts', () => {
    expect(readOptions(['--lanes=4', '--accounts=8'], names)).toMatchObject({ lanes: 4, accounts: 8 });
    expect(() => readOptions(['--lanes=0'], names)).toThrow('--lanes= needs a whole number');
  });

  it('refuses a part that does not exist, and names those that do', () => {
    expect(() => readOptions(['everything'], names)).toThrow('bytes, latency');
  });

  it.each(['--rounds=', '--rounds=0', '--rounds=1.5', '--rounds=x'])('refuses %s', (word) => {
    expect(() => readOptions([word], names)).toThrow('--rounds= needs a whole number');
  });
});
