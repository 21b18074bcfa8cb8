import { join } from 'node:path';
import { databaseUrlOf, withAdmin } from '@inlet/local-servers/admin-database';
import { freePort } from '@inlet/local-servers/free-port';
import { startProcess } from '@inlet/local-servers/start-process';
import pg from 'pg';
import type { ProcessGroups } from '#measure/process-tree.ts';
import type { Product } from '#product/start-product.ts';

/** A server to compare the product with. */
export type Baseline = {
  url: string;
  groups: ProcessGroups;
  /** Deletes the data that a load has left. */
  reset: () => Promise<unknown>;
};

export type Baselines = { floor: Baseline; control: Baseline };

/** The product and its baselines share one PostgreSQL, of which only one is in use at a time. */
type Options = { answer: string; product: Product; closers: AsyncDisposableStack };

/** Starts the baselines of the product, each as a separate process. */
export async function startBaselines({ answer, product, closers }: Options): Promise<Baselines> {
  await withAdmin(product.databaseUrl, (client) => client.query('create database control'));
  const controlUrl = databaseUrlOf(product.databaseUrl, 'control');
  const pool = new pg.Pool({ connectionString: controlUrl, max: 1 });
  closers.defer(() => pool.end());

  const floor = await startServer('floor', answer, closers);
  const control = await startServer('control', controlUrl, closers);
  return {
    floor: { url: floor.url, groups: { floor: [floor.pid] }, reset: async () => {} },
    control: {
      url: control.url,
      groups: { control: [control.pid], postgres: product.groups().postgres ?? [] },
      reset: async () => {
        await pool.query('truncate submissions');
        await pool.query('checkpoint');
      },
    },
  };
}

async function startServer(name: string, argument: string, closers: AsyncDisposableStack) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = startProcess({
    name,
    program: process.execPath,
    args: [join(import.meta.dirname, `../servers/${name}.ts`), String(port), argument],
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production' },
    ready: () => takesSubmission(`${url}/api/forms/first`),
  });
  closers.defer(async () => void (await server.stop()));
  await server.ready;
  return { url, pid: server.pid };
}

// The floor has no other response. The reset after the warm-up deletes the rows of this request.
async function takesSubmission(url: string): Promise<boolean> {
  const answer = await fetch(url, { method: 'POST', body: '{}' }).catch(() => undefined);
  return answer?.ok ?? false;
}
