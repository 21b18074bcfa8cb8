import type * as z from 'zod';
import { invalidRequest, type StripeFailure } from '#billing/stripe-failure.ts';

/** Parses the parameters of a call, or refuses them as Stripe does. */
export function readParams<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input, { reportInput: true });
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw issue ? refusalOf(issue) : invalidRequest('Invalid request');
}

function refusalOf(issue: z.core.$ZodIssue): StripeFailure {
  if (issue.code === 'unrecognized_keys') {
    const param = nameOf([...issue.path, issue.keys[0] ?? '']);
    return invalidRequest(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
  }
  const param = nameOf(issue.path);
  if (issue.input === undefined) {
    return invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  }
  return invalidRequest(`Invalid ${param}: ${issue.message}`, { param });
}

/** `line_items[0][price]`, as the library writes it. */
function nameOf([first = '', ...rest]: readonly PropertyKey[]): string {
  return String(first) + rest.map((key) => `[${String(key)}]`).join('');
}
