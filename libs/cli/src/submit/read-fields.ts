import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { CliError } from '#cli-error.ts';
import { exitCodes } from '#exit-codes.ts';

/** Name, sign and value: `age:=36` is JSON, `cv=@cv.pdf` a file, and `email=a@b.example` text. The first sign counts. */
const pair = /^([^=]+?)(:=|=@|=)(.*)$/s;

type Value = string | File | { readonly json: unknown };

/** The fields that arguments such as `name=value` give: an object, or a form if a file is among them. */
export async function fieldsOf(args: readonly string[]): Promise<FormData | Record<string, unknown>> {
  const pairs: (readonly [string, Value])[] = [];
  for (const arg of args) pairs.push(await readPair(arg));
  return pairs.some(([, value]) => value instanceof File) ? formOf(pairs) : objectOf(pairs);
}

/** The fields of a JSON text. */
export function fieldsOfJson(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch (cause) {
    throw wrongInput(`The data is not valid JSON: ${(cause as Error).message}.`, 'Give an object', 'invalid_json');
  }
  throw wrongInput('The data is not an object of fields.', 'Give an object', 'not_an_object');
}

async function readPair(arg: string): Promise<readonly [string, Value]> {
  const [, name = '', sign, value = ''] = pair.exec(arg) ?? [];
  if (sign === '=') return [name, value];
  if (sign === '=@') return [name, await openFile(name, value)];
  if (sign === ':=') return [name, { json: readValue(arg, value) }];
  throw wrongInput(`"${arg}" is not a field.`, 'Give a name and a value', 'invalid_field');
}

function readValue(arg: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw wrongInput(`The value of "${arg}" is not JSON.`, 'Use = for a text and := for JSON', 'invalid_field');
  }
}

async function openFile(name: string, path: string): Promise<File> {
  try {
    return new File([await readFile(path)], basename(path));
  } catch (cause) {
    throw new CliError(`The file "${path}" of the field "${name}" cannot be read.`, {
      next: `Check the path. To send a text that begins with @, write ${name}:='"@${path}"'`,
      code: 'unreadable_file',
      exitCode: exitCodes.usage,
      cause,
    });
  }
}

function formOf(pairs: readonly (readonly [string, Value])[]): FormData {
  const form = new FormData();
  for (const [name, value] of pairs) {
    if (typeof value === 'string' || value instanceof File) form.append(name, value);
    else
      throw wrongInput(`The field "${name}" has JSON.`, 'With a file, every other field is a text', 'json_with_files');
  }
  return form;
}

/** A name that is given twice becomes a list, as in a form. */
function objectOf(pairs: readonly (readonly [string, Value])[]): Record<string, unknown> {
  const values = new Map<string, unknown[]>();
  for (const [name, value] of pairs) {
    const all = values.get(name) ?? [];
    values.set(name, all);
    all.push(typeof value === 'object' && 'json' in value ? value.json : value);
  }
  return Object.fromEntries([...values].map(([name, all]) => [name, all.length === 1 ? all[0] : all]));
}

function wrongInput(message: string, next: string, code: string): CliError {
  return new CliError(message, {
    next: `${next}, such as email=ada@example.com, or {"email":"ada@example.com"} with --data.`,
    code,
    exitCode: exitCodes.usage,
  });
}
