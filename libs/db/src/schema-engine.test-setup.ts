import { readFile } from 'node:fs/promises';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import * as glue from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';

export type SchemaEngine = glue.SchemaEngine;

/** No table or enum is excluded. */
export const withoutFilters = { externalTables: [], externalEnums: [] };

/**
 * Provides Prisma's schema engine for one task. This is the WebAssembly build: it behaves like the CLI's native engine,
 * which cannot be installed everywhere. The engine holds an advisory lock until its connections are closed.
 */
export async function withSchemaEngine<T>(databaseUrl: string, task: (engine: SchemaEngine) => Promise<T>): Promise<T> {
  await loadWasm();
  const pool = new pg.Pool({ connectionString: databaseUrl });
  try {
    const adapter = bindMigrationAwareSqlAdapterFactory(new PrismaPg(pool));
    const engine = await glue.SchemaEngine.new({ datamodels: undefined }, () => undefined, adapter);
    return await task(engine);
  } finally {
    await pool.end();
  }
}

/** The part of the platform's WebAssembly that is used here; Node's own types leave it to the browser types. */
interface WasmPlatform {
  instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: { exports: Record<string, () => void> } }>;
}

let loading: Promise<void> | undefined;

/** The glue code holds one instance for the whole process, so it is loaded once. */
function loadWasm(): Promise<void> {
  loading ??= instantiate();
  return loading;
}

async function instantiate(): Promise<void> {
  const { WebAssembly: platform } = globalThis as typeof globalThis & { WebAssembly: WasmPlatform };
  const url = new URL('schema_engine_bg.wasm', import.meta.resolve('@prisma/schema-engine-wasm/schema_engine_bg'));
  const { instance } = await platform.instantiate(await readFile(url), { './schema_engine_bg.js': glue });
  glue.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start?.();
}
