import { expect, it } from 'vitest';
import { fault, fine } from '#doctor/finding.ts';
import { nameLanes } from '#doctor/name-lanes.ts';

it('says nothing of lanes where there is one', () => {
  expect(nameLanes([[fine('in order')]])).toEqual([fine('in order')]);
});

it('names the lanes of each finding, and puts equal ones together', () => {
  const full = fault('Redis uses 90 % of its memory', 'a runbook');
  expect(
    nameLanes([
      [fine('in order'), fine('on disk')],
      [full, fine('on disk')],
      [full, fine('on disk')],
    ]),
  ).toEqual([
    fine('in order (lane 0)'),
    fine('on disk (all lanes)'),
    fault('Redis uses 90 % of its memory (lanes 1, 2)', 'a runbook'),
  ]);
});
