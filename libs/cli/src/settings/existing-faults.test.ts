import { expect, it } from 'vitest';
import { existingFaults } from '#settings/existing-faults.ts';
import type { FormSettings, TargetSettings } from '#settings/form-settings.ts';
import type { Place } from '#yaml/place.ts';

const [formId, targetId] = ['0198c0de-0000-7000-8000-000000000001', '0198c0de-0000-7000-8000-000000000002'];
const forms = [{ id: formId, name: 'Contact' }];
const withTarget = (target: TargetSettings): FormSettings[] => [{ id: formId, targets: [target] }];
const sales = { kind: 'slack', name: 'Sales' } as const;
const stored = withTarget({ id: targetId, ...sales });
const target = ['forms', 0, 'targets', 0];

it.each<[string, FormSettings[], FormSettings[], Place | null]>([
  ['a form of a new name', [{ name: 'News' }], [{}], null],
  ['a form that has its id', [{ id: formId, name: 'Contact' }], [{}], null],
  ['a form that exists', [{ name: 'News' }, { name: 'Contact' }], [{}, {}], ['forms', 1]],
  ['an integration that exists', withTarget(sales), stored, target],
  ['an integration that has its id', withTarget({ id: targetId, ...sales }), stored, null],
  ['an integration of another name', withTarget({ ...sales, name: 'Help' }), stored, null],
  ['an integration of another kind', withTarget({ ...sales, kind: 'discord' }), stored, null],
  ['one named after its kind', withTarget({}), withTarget({ id: targetId, kind: 'webhook', name: 'Webhook' }), target],
])('an entry without an id must not exist already: %s', (_what, wanted, before, place) => {
  const faults = existingFaults(wanted, before, forms);
  expect(faults.map((fault) => fault.place)).toEqual(place === null ? [] : [place]);
});
