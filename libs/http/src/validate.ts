import type * as z from 'zod';
import { describeIssue } from '#describe-issue.ts';
import { HttpError } from '#errors.ts';

type Issues = readonly { readonly field: string; readonly message: string }[];

/** Parses input, or throws a 422 with a message for each invalid field. */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  faults: (error: z.ZodError) => Issues = byPath,
): z.output<Schema> {
  const result = schema.safeParse(value, { error: describeIssue });
  if (result.success) return result.data;
  const issues = faults(result.error);
  throw new HttpError(422, 'invalid_input', issues[0]?.message ?? 'The input is not valid', { issues });
}

function byPath({ issues }: z.ZodError): Issues {
  return issues.map(({ path, message }) => ({ field: path.join('.'), message }));
}
