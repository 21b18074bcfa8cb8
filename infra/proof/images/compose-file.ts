import { Ajv } from 'ajv';
import composeSchema from 'docker-compose/schema/compose-spec.json' with { type: 'json' };
import { parse } from 'yaml';
import * as z from 'zod';

const words = z.array(z.string()).default([]);
const values = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String)).default({});
const waitsFor = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, { condition: 'service_started' }]));

/** The fields that the rules read, in the one form that our file uses. */
const fileSchema = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string(),
      profiles: words,
      build: z.object({ dockerfile: z.string(), target: z.string(), args: values }).optional(),
      command: words,
      environment: values,
      ports: words,
      volumes: words,
      networks: words,
      depends_on: z
        .union([z.array(z.string()).transform(waitsFor), z.record(z.string(), z.object({ condition: z.string() }))])
        .default({}),
      healthcheck: z.object({ test: z.array(z.string()).min(2) }).optional(),
      restart: z.string(),
      logging: z.object({ options: values }).optional(),
      read_only: z.boolean().default(false),
      tmpfs: words,
      cap_drop: words,
      security_opt: words,
      stop_grace_period: z.string().optional(),
    }),
  ),
  volumes: z.record(z.string(), z.unknown()),
  networks: z.record(z.string(), z.unknown()),
});

export type ComposeFile = z.output<typeof fileSchema>;
export type ComposeService = ComposeFile['services'][string];

const ajv = new Ajv({ strict: false, validateFormats: false });
// Ajv knows the draft under another address than the one in the schema.
const { $schema: _draft, ...rules } = composeSchema;
const isComposeFile = ajv.compile<{ services: Record<string, object> }>(rules);

/**
 * Reads the compose file and validates it against the schema of the Compose Specification. Fields of a service in later
 * files replace earlier ones.
 */
export function parseComposeFile(text: string, ...further: readonly string[]): ComposeFile {
  const file = parseText(text);
  for (const other of further) {
    for (const [name, fields] of Object.entries(parseText(other).services)) {
      file.services[name] = { ...file.services[name], ...fields };
    }
  }
  return fileSchema.parse(file);
}

/** The parser's own limit of 100 is for files of strangers. */
const aliasesMax = 1_000;

function parseText(text: string): { services: Record<string, object> } {
  const file: unknown = parse(text, { merge: true, maxAliasCount: aliasesMax });
  if (!isComposeFile(file)) throw new Error(ajv.errorsText(isComposeFile.errors));
  return file;
}

/** The innermost variables of a text: a default may hold another variable. */
// safe because: it reads our own file for compose
const variablePattern = /\$\{(\w+)(:-|:\?|:\+)([^{}]*)\}/g;

/** The variables in a text of the file, each with its default: null if compose stops without a value. */
export function variablesIn(text: string): { name: string; fallback: string | null }[] {
  const found = [...text.matchAll(variablePattern)].map(([, name = '', mark, rest = '']) => {
    return { name, fallback: mark === ':?' ? null : mark === ':-' ? rest : '' };
  });
  return found.length === 0 ? [] : [...found, ...variablesIn(text.replaceAll(variablePattern, ''))];
}

/** Replaces the variables in a text, as compose does. */
export function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  const filled = text.replaceAll(variablePattern, (_, name: string, mark: string, rest: string) => {
    const given = values[name];
    if (mark === ':+') return given ? rest : '';
    if (given) return given;
    if (mark === ':?') throw new Error(`${name} is not given: ${rest}`);
    return rest;
  });
  return filled === text ? text : fillIn(filled, values);
}
