import { addresses, type RouteId } from '@inlet/contracts/api/addresses';
import { catalogue } from '@inlet/contracts/api/catalogue';
import type { Route } from '@inlet/contracts/api/route';
import fc from 'fast-check';
import * as z from 'zod';
import { hostileText } from '#hostile-text.ts';

/** An almost correct call of the management API. */
export interface HostileCall {
  readonly id: RouteId;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

type Schema = z.core.JSONSchema.BaseSchema;

/** These calls never end, or end the caller's session, or remove its form. */
const leftOut: readonly RouteId[] = ['followSubmissions', 'endSessions', 'endSession', 'deleteForm', 'signOut'];
const anything = fc.jsonValue({ maxDepth: 2 });
const numbers = fc.oneof(fc.integer({ min: -1, max: 300 }), fc.double(), fc.constantFrom(2 ** 31, 2 ** 53, -1e21, 0.1));

/** Calls with values that mostly fit their schemas. `known` holds valid values, such as ids. */
export function hostileCalls(known: readonly string[]): fc.Arbitrary<HostileCall> {
  const usual = [
    'a@example.com',
    'https://a.example/b',
    '2026-01-31',
    '2026-01-31T10:00:00Z',
    'newest',
    'asc',
    'json',
    ...known,
  ];
  const text = fc.oneof(fc.constantFrom(...usual), hostileText);

  function valueFor(schema: Schema, definitions: Schema['$defs']): fc.Arbitrary<unknown> {
    const meant = meantBy(schema, definitions);
    return fc.oneof(
      { weight: 10, arbitrary: meant },
      { weight: 1, arbitrary: text },
      { weight: 1, arbitrary: anything },
    );
  }
  function meantBy(schema: Schema, definitions: Schema['$defs']): fc.Arbitrary<unknown> {
    const of = (some: unknown) => valueFor(some as Schema, definitions);
    const name = schema.$ref?.split('/').at(-1);
    if (name !== undefined) return fc.oneof(of(definitions?.[name] ?? {}), anything);
    const options = schema.anyOf ?? schema.oneOf;
    if (options) return fc.oneof(...options.map(of));
    if (schema.const !== undefined) return fc.constant(schema.const);
    if (schema.enum) return fc.constantFrom(...schema.enum);
    switch (schema.type) {
      case 'object': {
        const properties = Object.entries(schema.properties ?? {}).map(([key, value]) => [key, of(value)] as const);
        const record = fc.record(Object.fromEntries(properties), { requiredKeys: [] });
        return fc.oneof(record, fc.record(Object.fromEntries(properties)), fc.dictionary(text, text, { maxKeys: 3 }));
      }
      case 'array':
        return fc.array(of(schema.items ?? {}), { maxLength: 3 });
      case 'integer':
      case 'number':
        return numbers;
      case 'boolean':
        return fc.boolean();
      case 'null':
        return fc.constant(null);
      default:
        return text;
    }
  }
  const valuesFor = (schema: z.ZodType) => {
    const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
    return valueFor(described, described.$defs);
  };

  const calls = (Object.keys(addresses) as RouteId[])
    .filter((id) => !leftOut.includes(id))
    .map((id) => {
      const route: Route = catalogue[id];
      const [method = '', path = ''] = addresses[id].split(' ');
      const query = route.query ? valuesFor(route.query) : fc.dictionary(text, text, { maxKeys: 2 });
      const body = route.body ? valuesFor(route.body) : fc.option(anything);
      // Dots and empty parts lead to another route.
      const oddPart = text.map((given) => given.replace(/^\.{0,2}$/, '0'));
      const part = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: oddPart });
      return fc
        .tuple(query, body, fc.array(part, { minLength: 2, maxLength: 2 }), fc.nat(20))
        .map(([asked, sent, parts, odd]): HostileCall => {
          const values = parts.values();
          const filled = path.replaceAll(/:\w+/g, () => encodeURIComponent(values.next().value ?? ''));
          // An object may have a `toString` that is not a function.
          const textOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));
          const search = new URLSearchParams(
            Object.entries(asked ?? {}).map(([key, value]): [string, string] => [key, textOf(value)]),
          );
          const json = method === 'GET' ? undefined : JSON.stringify(sent);
          return {
            id,
            method,
            path: `${filled}?${search}`,
            headers: { 'content-type': odd === 0 ? 'text/plain' : 'application/json' },
            ...(json !== undefined && { body: odd === 1 ? json.slice(1) : json }),
          };
        });
    });
  return fc.oneof(...calls);
}

type Ask = (request: string, sent: object) => Promise<{ readonly status: number; readonly text: string }>;

const atOnce = 8;

/** Makes calls, some concurrently, and describes the faults in their responses. */
export async function tryCalls(ask: Ask, calls: readonly HostileCall[]): Promise<string[]> {
  const faults: string[] = [];
  const waiting = calls.values();
  const callOn = async () => {
    for (const { id, method, path, ...sent } of waiting) {
      const { status, text } = await ask(`${method} ${path}`, sent);
      const fault = faultOf(id, status, text);
      if (fault !== null) faults.push(`${method} ${path} ${sent.body}: ${fault} ${text.slice(0, 300)}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, callOn));
  return faults;
}

function faultOf(id: RouteId, status: number, text: string): string | null {
  if (status >= 500 && status !== 503) return `${status}`;
  const { success }: Route = catalogue[id];
  if (status < 300 && 'schema' in success) {
    const { error } = success.schema.safeParse(JSON.parse(text));
    return error ? z.prettifyError(error) : null;
  }
  return status >= 400 && !/"code":"[a-z_]+"/.test(text) ? `${status} without a code` : null;
}
