import { valuesMax } from '@inlet/submissions/field-faults';
import { valuesTooMany } from '#refusals/submit-errors.ts';

/**
 * The fields of a submission by name. A form's fields have no prototype, so a field may be called `__proto__` or
 * `constructor`; `JSON.parse` makes such names own properties.
 */
export type Fields = Record<string, unknown>;

/** Collects a form's values in order of arrival; a repeated name becomes a list. */
export class FieldCollector {
  readonly fields: Fields = Object.create(null);
  #values = 0;

  add(name: string, value: string): void {
    this.#values += 1;
    if (this.#values > valuesMax) throw valuesTooMany();
    const earlier = this.fields[name];
    if (earlier === undefined) this.fields[name] = value;
    else if (Array.isArray(earlier)) earlier.push(value);
    else this.fields[name] = [earlier, value];
  }
}
