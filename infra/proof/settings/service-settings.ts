import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '@inlet/local/config';
import type * as z from 'zod';

export const services = ['gateway', 'ingest', 'account', 'worker'] as const;
export type Service = (typeof services)[number];

export interface Setting {
  readonly name: string;
  readonly meaning: string;
  /** The default as an operator writes it; empty without any. */
  readonly usual: string;
  readonly isRequired: boolean;
  readonly readBy: readonly Service[];
}

export type Shapes = Readonly<Record<Service, Readonly<Record<string, z.ZodType>>>>;

/** The settings of each service, from the schema that it reads them with. */
export async function readShapes(): Promise<Shapes> {
  const loaded = services.map(async (service) => {
    const url = pathToFileURL(join(projectRoot, 'services', service, 'src/config.ts'));
    const { settings } = (await import(url.href)) as { settings: Shapes[Service] };
    return [service, settings] as const;
  });
  return Object.fromEntries(await Promise.all(loaded)) as Shapes;
}

/** Every setting of any service once, in alphabetical order. */
export function listSettings(shapes: Shapes): Setting[] {
  const names = new Set(services.flatMap((service) => Object.keys(shapes[service])));
  return [...names].toSorted().map((name) => {
    const readBy = services.filter((service) => name in shapes[service]);
    const schemas = readBy.flatMap((service) => shapes[service][name] ?? []);
    const meaning = schemas.map((schema) => schema.meta()?.description).find((text) => text !== undefined);
    if (meaning === undefined) throw new Error(`${name} has no description in its schema`);
    const defaults = schemas.map((schema) => schema.safeParse(undefined));
    return {
      name,
      meaning,
      usual: name === 'PORT' ? '' : inWords(defaults[0]?.data),
      isRequired: defaults.every(({ success }) => !success),
      readBy,
    };
  });
}

function inWords(value: unknown): string {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return '';
  return String(value);
}
