import type * as z from 'zod';
import { invalidRequest, type StripeFailure } from '#billing/stripe-failure.ts';

/** Parses the parameters of a call, or refuses them as Stripe does. */
export function readParams<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw issue ? refusalOf(issue, input) : invalidRequest('Invalid request');
}

function refusalOf(issue: z.core.$ZodIssue, input: unknown): StripeFailure {
  if (issue.code === 'unrecognized_keys') {
    const param = nameOf([...issue.path, issue.keys[0] ?? '']);
    return invalidRequest(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
  }
  const param = nameOf(issue.path);
  if (valueAt(input, issue.path) === undefined) {
    return invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  }
  return invalidRequest(`Invalid ${param}: ${issue.message}`, { param });
}

/** `line_items[0][price]`, as the library writes it. */
function nameOf([first = '', ...rest]: readonly PropertyKey[]): string {
  return String(first) + rest.map((key) => `[${String(key)}]`).join('');
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), input);
}

function isObject(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === 'object' && value !== null;
}
