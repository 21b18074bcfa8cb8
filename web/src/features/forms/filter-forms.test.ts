import { expect, it } from 'vitest';
import { filterForms } from '#features/forms/filter-forms.ts';
import { buildForm } from '#features/forms/form.test-setup.ts';

const contact = buildForm({ name: 'Contact', description: 'From the Website' });
const survey = buildForm({ name: 'Survey', description: null });

it('searches name and description, in upper or lower case', () => {
  expect(filterForms([contact, survey], 'CONT')).toEqual([contact]);
  expect(filterForms([contact, survey], 'website')).toEqual([contact]);
  expect(filterForms([contact, survey], ' survey ')).toEqual([survey]);
  expect(filterForms([contact, survey], 'nothing like it')).toEqual([]);
});

it('shows every form when nothing is looked for', () => {
  expect(filterForms([contact, survey], '  ')).toEqual([contact, survey]);
});
