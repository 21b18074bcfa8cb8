import { parseVisitorJson } from '@inlet/contracts/visitor-json';

/** The fields of a submission that was pasted as JSON; null for an empty text. */
export function readFields(
  text: string,
): { readonly fields: Readonly<Record<string, unknown>> | null } | { readonly fault: string } {
  if (text.trim() === '') return { fields: null };
  try {
    const value = parseVisitorJson(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return { fault: 'It must be an object with fields, such as {"email": "ada@example.com"}.' };
    return { fields: value as Readonly<Record<string, unknown>> };
  } catch (error) {
    return { fault: `This is no JSON. ${error instanceof Error ? error.message : ''}` };
  }
}
