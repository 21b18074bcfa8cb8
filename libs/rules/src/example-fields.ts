import type { FieldRule } from '@inlet/contracts/field-rule';
import type { Rules } from '@inlet/contracts/rules';

const usual = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  message: 'This is a test submission, sent from the dashboard.',
};

/** Fields of a test submission from the dashboard: those of the rules, as far as an example of their type can keep them. */
export function exampleFields({ mode, fields }: Rules): Record<string, unknown> {
  if (mode === 'off' || fields.length === 0) return usual;
  return Object.fromEntries(fields.filter(({ type }) => type !== 'file').map((rule) => [rule.name, exampleOf(rule)]));
}

/** A value that keeps a rule, whatever its pattern. */
export function exampleOf({ type, min, max, options = [], minLength = 0, maxLength }: FieldRule): unknown {
  const text = (example: string) => example.padEnd(minLength, '.').slice(0, maxLength);
  switch (type) {
    case 'email':
      return usual.email;
    case 'url':
      return 'https://example.com';
    case 'tel':
      return '+1 555 0100';
    case 'number':
      return min ?? max ?? 1;
    case 'date':
      return min ?? max ?? '2026-01-31';
    case 'choice':
      return options[0];
    case 'consent':
      return true;
    default:
      return text('Test');
  }
}
