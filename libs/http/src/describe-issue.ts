import type * as z from 'zod';

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};
const units: Readonly<Record<string, readonly [string, string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
};
const formats: Readonly<Record<string, string>> = { uuid: 'a UUID', url: 'a URL', datetime: 'a time in ISO 8601' };

/** Describes invalid input to a person, if its schema has no message. */
export function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'This field is required' : `Must be ${kinds[issue.expected] ?? 'valid'}`;
    case 'too_small':
      return `Must ${sizeOf(issue.origin, 'at least', issue.minimum)}`;
    case 'too_big':
      return `Must ${sizeOf(issue.origin, 'at most', issue.maximum)}`;
    case 'invalid_value':
      return `Must be ${issue.values.map(String).join(' or ')}`;
    case 'invalid_format':
      return `Must be ${formats[issue.format] ?? 'valid'}`;
    case 'unrecognized_keys':
      return `There is no field ${issue.keys.join(', ')}`;
    default:
      return undefined;
  }
}

function sizeOf(origin: string, bound: string, size: number | bigint): string {
  const [one, several] = units[origin] ?? [];
  return one === undefined ? `be ${bound} ${size}` : `have ${bound} ${size} ${Number(size) === 1 ? one : several}`;
}
