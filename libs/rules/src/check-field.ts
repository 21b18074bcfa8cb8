import type { FieldRule, FieldRuleType } from '@inlet/contracts/field-rule';
import { patternValueMax } from '#compile-pattern.ts';
import { errorsOf, type FoundFault, type MakeError } from '#found-fault.ts';
import { isUncheckedBox, judgeOf } from '#judge-value.ts';
import { isBlank } from '#value-types.ts';

/** The fields of a submission as ingest parses them: texts and lists of a form, or any JSON. */
export type Fields = Readonly<Record<string, unknown>>;

/** What the rules need of a file. */
export interface FieldFile {
  readonly field: string;
  readonly name: string;
  readonly type: string;
  /** In bytes. */
  readonly size: number;
}

export type CheckField = (fields: Fields, files: readonly FieldFile[]) => FoundFault | null;

/** Compiles the rule of one field. Its errors are made once, so a check only chooses one. */
export function compileField(rule: FieldRule): CheckField {
  const error = errorsOf(rule);
  return rule.type === 'file' ? checkFiles(rule, error) : checkValue(rule, error);
}

function checkValue(rule: FieldRule, error: MakeError): CheckField {
  const { name, type, multiple, pattern } = rule;
  const [missing, empty] = absent(rule, error);
  const { judge, typeError } = judgeOf(rule, error);
  const isEmpty = type === 'consent' ? isUncheckedBox : isBlank;
  const tooMuch = error('PATTERN', 'tooLongInAll', { count: patternValueMax });

  function judgeList(values: readonly unknown[]): FoundFault | null {
    const filled = values.filter((value) => !isEmpty(value));
    if (filled.length === 0) return empty;
    // One long list would cost as much as many submissions.
    if (pattern !== undefined && lengthOfAll(filled) > patternValueMax) return tooMuch;
    for (const value of filled) {
      const found = judge(value);
      if (found) return found;
    }
    return null;
  }

  return (fields, files) => {
    if (files.length > 0 && files.some(({ field }) => field === name)) return typeError;
    if (!Object.hasOwn(fields, name)) return missing;
    const value = fields[name];
    if (multiple && Array.isArray(value)) return judgeList(value);
    return isEmpty(value) ? empty : judge(value);
  };
}

function checkFiles(rule: FieldRule, error: MakeError): CheckField {
  const { name, accept = [], maxBytes = Number.POSITIVE_INFINITY, multiple } = rule;
  const [missing, empty] = absent(rule, error);
  const noFile = error('TYPE_FILE', 'notFile');
  const tooMany = error('FILE_COUNT', 'oneFileOnly');
  const wrongType = error('FILE_TYPE', 'fileTypeWrong', { types: accept.slice(0, namedTypes).join(', ') });
  const tooLarge = error('FILE_SIZE', 'fileTooLarge', { size: maxBytes });
  return (fields, files) => {
    const own = files.filter(({ field }) => field === name);
    if (own.length === 0) {
      if (!Object.hasOwn(fields, name)) return missing;
      return isBlank(fields[name]) ? empty : noFile;
    }
    if (own.length > 1 && !multiple) return tooMany;
    if (!own.every((file) => isAccepted(accept, file))) return wrongType;
    return own.some(({ size }) => size > maxBytes) ? tooLarge : null;
  };
}

/** The types that a message names. */
const namedTypes = 5;

/** In most languages people do something else with a box than with a text. */
const requiredOf: Partial<Record<FieldRuleType, 'boxRequired' | 'choiceRequired' | 'fileRequired'>> = {
  consent: 'boxRequired',
  choice: 'choiceRequired',
  file: 'fileRequired',
};

/** The errors of a field that is not there, or is empty; null unless it is required. */
function absent({ required, type }: FieldRule, error: MakeError): readonly [FoundFault | null, FoundFault | null] {
  if (!required) return [null, null];
  const fault = requiredOf[type] ?? 'required';
  return [error('REQUIRED_FIELD_MISSING', fault), error('REQUIRED_FIELD_EMPTY', fault)];
}

function lengthOfAll(values: readonly unknown[]): number {
  return values.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0);
}

function isAccepted(accept: readonly string[], { name, type }: FieldFile): boolean {
  if (accept.length === 0) return true;
  const dot = name.lastIndexOf('.');
  const extension = dot === -1 ? '' : name.slice(dot).toLowerCase();
  return accept.some((one) => one === extension || one === type || one === `${type.split('/')[0]}/*`);
}
