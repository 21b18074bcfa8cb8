import { type ChangeEvent, useRef, useState } from 'react';
import type * as z from 'zod';
import { ApiError } from '#lib/http.ts';

type Texts<Field extends string> = Readonly<Record<Field, string>>;
/** Messages by field. */
type Errors = Readonly<Partial<Record<string, string>>>;

/**
 * The texts of a small form and their errors, with the messages of the schema that the service validates with. The
 * first invalid field takes the focus.
 */
export function useTextForm<Field extends string>(
  schema: z.ZodType,
  fields: readonly Field[],
  initial: Partial<Texts<Field>> = {},
) {
  const empty = Object.fromEntries(fields.map((field) => [field, ''])) as Texts<Field>;
  const [texts, setTexts] = useState<Texts<Field>>({ ...empty, ...initial });
  const [errors, setErrors] = useState<Errors>({});
  const inputs = useRef<Partial<Record<Field, HTMLInputElement | null>>>({});

  function show(found: Errors): boolean {
    setErrors(found);
    const first = fields.find((field) => found[field] !== undefined);
    if (first) inputs.current[first]?.focus();
    return first === undefined;
  }

  return {
    texts,
    /** Shows the errors, and returns whether there are none. */
    check: () => show(findErrors(schema, texts, fields)),
    /** Shows a refusal beside its field, and returns whether it has one. */
    showRefusal: (error: Error, fieldsByCode: Readonly<Record<string, Field>>) =>
      !show(refusedFields(error, fields, fieldsByCode)),
    clear() {
      setTexts(empty);
      setErrors({});
    },
    /** The properties of a field's input. */
    bind: (field: Field) => ({
      name: field,
      value: texts[field],
      error: errors[field],
      ref(input: HTMLInputElement | null) {
        inputs.current[field] = input;
      },
      onChange(event: ChangeEvent<HTMLInputElement>) {
        setTexts({ ...texts, [field]: event.target.value });
        // A message stays until its own field is edited, then disappears at once.
        setErrors({ ...errors, [field]: undefined });
      },
    }),
  };
}

function findErrors<Field extends string>(schema: z.ZodType, texts: Texts<Field>, fields: readonly Field[]) {
  // An empty field counts as missing: the schema then distinguishes it from a text that is too short.
  const filled = Object.fromEntries(
    fields.filter((field) => texts[field] !== '').map((field) => [field, texts[field]]),
  );
  const issues = schema.safeParse(filled).error?.issues ?? [];
  return byField(
    issues.map(({ path, message }) => ({ field: String(path[0]), message })),
    fields,
  );
}

function refusedFields<Field extends string>(
  error: Error,
  fields: readonly Field[],
  fieldsByCode: Readonly<Record<string, Field>>,
): Errors {
  if (!(error instanceof ApiError)) return {};
  const field = fieldsByCode[error.code];
  return byField(field ? [{ field, message: error.message }] : error.issues, fields);
}

/** The first message of each field. */
function byField<Field extends string>(
  issues: readonly { readonly field: string; readonly message: string }[],
  fields: readonly Field[],
): Errors {
  const messages = fields.map((field) => [field, issues.find((issue) => issue.field === field)?.message] as const);
  return Object.fromEntries(messages.filter(([, message]) => message !== undefined));
}
