import { parseDocument } from 'yaml';
import * as z from 'zod';

const valueSchema = z.union([z.string(), z.number(), z.boolean()]).transform(String);

const buildSchema = z.strictObject({
  context: z.string(),
  dockerfile: z.string(),
  target: z.string().optional(),
  args: z.record(z.string(), valueSchema).default({}),
});

const serviceSchema = z.strictObject({
  image: z.string(),
  build: buildSchema.optional(),
  profiles: z.array(z.string()).default([]),
  command: z.array(z.string()).default([]),
  entrypoint: z.array(z.string()).optional(),
  environment: z.record(z.string(), valueSchema).default({}),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  networks: z.array(z.string()).default([]),
  depends_on: z
    .union([
      z
        .array(z.string())
        .transform((names) => Object.fromEntries(names.map((name) => [name, { condition: 'service_started' }]))),
      z.record(z.string(), z.strictObject({ condition: z.string() })),
    ])
    .default({}),
  healthcheck: z
    .strictObject({
      test: z.array(z.string()).min(2),
      interval: z.string(),
      timeout: z.string(),
      retries: z.number(),
      start_period: z.string().optional(),
    })
    .optional(),
  restart: z.string(),
  logging: z.strictObject({ driver: z.string(), options: z.record(z.string(), valueSchema) }).optional(),
  read_only: z.boolean().default(false),
  tmpfs: z.array(z.string()).default([]),
  cap_drop: z.array(z.string()).default([]),
  security_opt: z.array(z.string()).default([]),
  stop_grace_period: z.string().optional(),
  shm_size: z.string().optional(),
});

const schema = z.strictObject({
  name: z.string(),
  services: z.record(z.string(), serviceSchema),
  volumes: z.record(z.string(), z.null()),
  networks: z.record(z.string(), z.strictObject({ internal: z.boolean() }).nullable()),
});

export type ComposeFile = z.output<typeof schema>;
export type ComposeService = z.output<typeof serviceSchema>;

/** Reads the compose file. A field that is not known here is refused, as compose would refuse it. */
export function parseComposeFile(text: string): ComposeFile {
  const document = parseDocument(text, { merge: true });
  if (document.errors.length > 0) throw new Error(document.errors.join('\n'));
  const fields = Object.entries(document.toJS() as Record<string, unknown>);
  return schema.parse(Object.fromEntries(fields.filter(([name]) => !name.startsWith('x-'))));
}

export interface Variable {
  readonly name: string;
  /** What is taken where it is not given; null where compose then stops. */
  readonly fallback: string | null;
}

const variablePattern = /\$\{(\w+)(:-|:\?)([^}]*)\}/g;

/** The variables that a text of the file asks its reader for. */
export function variablesIn(text: string): Variable[] {
  return [...text.matchAll(variablePattern)].map(([, name = '', mark, rest = '']) => {
    return { name, fallback: mark === ':-' ? rest : null };
  });
}

/** What compose makes of a text, with these values given. */
export function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(variablePattern, (_, name: string, mark: string, rest: string) => {
    const given = values[name];
    if (given) return given;
    if (mark === ':?') throw new Error(`${name} is not given: ${rest}`);
    return rest;
  });
}
