import { fieldErrorsMax } from '@inlet/contracts/field-errors';
import { isReservedName } from '@inlet/contracts/reserved-names';
import type { Rules } from '@inlet/contracts/rules';
import { compileField, type FieldFile, type Fields } from '#check-field.ts';
import { FoundFault } from '#found-fault.ts';

/** The rules of a form, ready to check submissions. */
export interface CompiledRules {
  readonly mode: Rules['mode'];
  /**
   * The errors of a submission, at most one for each field: first those of the rules in their order, then fields
   * without a rule. It does not look at the mode.
   */
  check(fields: Fields, files?: readonly FieldFile[]): FoundFault[];
}

/** Compiles the rules of a form once, for all its submissions. A form that takes no files requires none. */
export function compileRules(
  rules: Pick<Rules, 'mode' | 'unknown' | 'fields'>,
  { takesFiles = true }: { readonly takesFiles?: boolean } = {},
): CompiledRules {
  const checks = rules.fields.map((rule) =>
    compileField(takesFiles || rule.type !== 'file' ? rule : { ...rule, required: false }),
  );
  const known = new Set(rules.fields.map(({ name }) => name));

  function unknownNames(fields: Fields, files: readonly FieldFile[]): string[] {
    const names = new Set([...Object.keys(fields), ...files.map(({ field }) => field)]);
    return [...names].filter((name) => !known.has(name) && !isReservedName(name));
  }

  return {
    mode: rules.mode,
    check: (fields, files = []) => {
      const errors: FoundFault[] = [];
      for (const check of checks) {
        const error = check(fields, files);
        if (error) errors.push(error);
      }
      if (rules.unknown === 'refuse') errors.push(...unknownNames(fields, files).map(unknownField));
      return errors.slice(0, fieldErrorsMax);
    },
  };
}

/** The characters of a name that a message repeats. */
const namedMax = 60;

function unknownField(name: string): FoundFault {
  const shown = name.length > namedMax ? `${name.slice(0, namedMax).toWellFormed()}…` : name;
  const message = `The form has no field "${shown}"`;
  const fault = { name: 'unknownField', values: { name: shown } } as const;
  return new FoundFault({ field: name, code: 'UNKNOWN_FIELD', message }, fault);
}
