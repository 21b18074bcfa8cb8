import type { FieldError, FieldErrorCode } from '@inlet/contracts/field-errors';
import type { FieldRule } from '@inlet/contracts/field-rule';
import { type Fault, type FaultName, sayFault } from '@inlet/contracts/languages/faults';
import { type ValueArguments, wordsOf } from '@inlet/contracts/languages/words';

/** An error of a field. Its JSON has the English sentence; a page says the fault in the language of its visitor. */
export class FoundFault implements FieldError {
  readonly field: string;
  readonly code: FieldErrorCode;
  readonly message: string;
  readonly #fault: Fault;

  constructor({ field, code, message }: FieldError, fault: Fault) {
    this.field = field;
    this.code = code;
    this.message = message;
    this.#fault = fault;
  }

  get fault(): Fault {
    return this.#fault;
  }
}

/** Makes an error of a field. */
export type MakeError = <Name extends FaultName>(
  code: FieldErrorCode,
  name: Name,
  ...values: ValueArguments<Name>
) => FoundFault;

export function errorsOf({ name: field, label }: FieldRule): MakeError {
  const english = wordsOf('en');
  return (code, name, ...[values]) => {
    const fault = { name, values: values ?? {} } as Fault;
    return new FoundFault({ field, code, message: sayFault(english, fault, label || undefined) }, fault);
  };
}
