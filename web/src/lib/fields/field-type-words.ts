import type { FieldRuleType } from '@inlet/contracts/field-rule';

/** The types of fields as people read them. */
export const fieldTypeWords: Readonly<Record<FieldRuleType, string>> = {
  text: 'Text',
  email: 'Email address',
  url: 'Link',
  tel: 'Phone number',
  number: 'Number',
  date: 'Date',
  choice: 'Choice',
  consent: 'Consent',
  file: 'File',
  hidden: 'Hidden',
};
