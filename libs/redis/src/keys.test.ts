import { expect, it } from 'vitest';
import { redisKeys } from '#keys.ts';

it('puts every key of an installation under one hash tag, so that a script may touch several in a cluster', () => {
  const keys = redisKeys('inlet');
  const names = [keys.queues, keys.form('abc'), keys.formsComplete, keys.formChanges, keys.counter('abc', '2026-11')];
  expect(names.map((name) => /\{(.+?)\}/.exec(name)?.[1])).toEqual(names.map(() => 'inlet'));
  expect(new Set(names).size).toBe(names.length);
});

it('keeps two installations in one Redis apart', () => {
  expect(redisKeys('inlet').form('abc')).not.toBe(redisKeys('inlet2').form('abc'));
});
