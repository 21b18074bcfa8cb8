import type { SentenceName, ValuesOf } from '#languages/sentences.ts';
import type { Words } from '#languages/words.ts';

/** The sentences that say what is wrong with a field. */
export type FaultName = Extract<
  SentenceName,
  | 'required'
  | `${'box' | 'choice' | 'file'}Required`
  | `not${'Number' | 'Choice' | 'Consent' | 'Email' | 'Url' | 'Tel' | 'Date' | 'Text' | 'File'}`
  | `too${'Short' | 'Long' | 'LongInAll' | 'Early' | 'Late' | 'Small' | 'Much'}`
  | 'mismatch'
  | 'oneFileOnly'
  | 'fileTypeWrong'
  | 'fileTooLarge'
  | 'unknownField'
  | 'cannotBeStored'
>;

/** What is wrong with a field, in no language yet. */
export type Fault = {
  readonly [Name in FaultName]: { readonly name: Name; readonly values: ValuesOf<Name> };
}[FaultName];

/** A fault as a sentence; it begins with the label if there is one. */
export function sayFault({ say }: Words, { name, values }: Fault, label?: string): string {
  const fault = (say as (name: FaultName, values: object) => string)(name, values);
  if (name === 'unknownField') return fault;
  return label === undefined ? say('faultOfField', { fault }) : say('faultOfLabel', { label, fault });
}
