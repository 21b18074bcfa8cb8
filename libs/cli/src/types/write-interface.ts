import type { FieldRule } from '@inlet/contracts/field-rule';
import type { Rules } from '@inlet/contracts/rules';

interface Written {
  readonly name: string;
  /** Sentences above the interface. */
  readonly comment: readonly string[];
  readonly fields: Rules['fields'];
}

/** Writes the fields of a form as a TypeScript interface. */
export function writeInterface({ name, comment, fields }: Written): string {
  const members = fields.flatMap((rule) => [
    ...docOf([rule.label ?? '', rule.help ?? '']).map((line) => `  ${line}`),
    `  ${memberOf(rule)}`,
  ]);
  return [...docOf(comment), `export interface ${name} {`, ...members, '}'].join('\n');
}

const identifier = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

/** Whether a text can be the name of an interface. No word that TypeScript keeps for itself has a capital letter. */
export function isTypeName(text: string): boolean {
  return identifier.test(text) && /^[\p{Lu}\p{Lo}]/u.test(text);
}

/** The name of an interface for a form: `ContactForm` for "contact form". */
export function typeNameOf(text: string): string {
  const words = text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const name = words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('');
  return isTypeName(name) ? name : `Form${name}`;
}

function memberOf({ name, required, ...rule }: FieldRule & { readonly name: string }): string {
  const key = identifier.test(name) ? name : quoted(name);
  // The bytes of a file are beside the fields.
  if (rule.type === 'file') return `// ${key} is a file: it is in the files of a submission, not in its fields.`;
  return `${key}${required ? '' : '?'}: ${typeOf({ ...rule, name, required })};`;
}

function typeOf({ type, required, multiple, options = [] }: FieldRule): string {
  // A form sends an empty text for a field that nobody filled in.
  const empty = required ? [] : [quoted('')];
  const alternatives = type === 'choice' ? [...empty, ...options.map(quoted)] : alternativesOf(type, empty);
  const one = alternatives.join(' | ');
  if (!multiple) return one;
  return alternatives.length === 1 ? `${one} | ${one}[]` : `${one} | (${one})[]`;
}

function alternativesOf(type: FieldRule['type'], empty: readonly string[]): readonly string[] {
  // HTML forms send numbers as text.
  if (type === 'number') return ['number', `\`\${number}\``, ...empty];
  return type === 'consent' ? ['boolean', 'string'] : ['string'];
}

/** Characters that are invisible, or turn the direction of the text around them. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

function quoted(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${inner.replaceAll(invisible, escaped)}'`;
}

function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

function docOf(sentences: readonly string[]): string[] {
  const lines = sentences
    .flatMap((sentence) => sentence.split(/\r?\n/))
    .map(commented)
    .filter((line) => line !== '');
  const [line = '', ...others] = lines;
  if (others.length === 0) return line === '' ? [] : [`/** ${line} */`];
  return ['/**', ...lines.map((one) => ` * ${one}`), ' */'];
}

function commented(line: string): string {
  return line.replaceAll(invisible, ' ').replaceAll('*/', '*\\/').trim();
}
