import { type FieldFault, findFieldFault, findNameFault } from '@inlet/submissions/field-faults';
import type { Fields } from '#bodies/fields.ts';
import { fieldsInvalid, textInvalid } from '#refusals/submit-errors.ts';

/** Refuses fields that could not be stored or displayed unchanged, and structures that only attacks have. */
export function checkFields(fields: Fields): void {
  refuse(findFieldFault(fields));
}

/** Refuses a name that is too long or could not be stored. */
export function checkName(name: string, field: string): void {
  refuse(findNameFault(name, field));
}

function refuse(fault: FieldFault | null): void {
  if (fault) throw (fault.isText ? textInvalid : fieldsInvalid)(fault.field, fault.message);
}
