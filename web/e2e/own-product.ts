import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from '@playwright/test';

export interface OwnProduct {
  readonly url: string;
  /** The address of the inbox that catches its mails. */
  readonly mailUrl: string;
  readonly stop: () => Promise<void>;
}

/** Starts a second product with these settings of its operator. */
export async function startOwnProduct(settings: Readonly<Record<string, string>>): Promise<OwnProduct> {
  const program: string | undefined = test.info().config.metadata.ownProduct;
  if (program === undefined) throw new Error('OWN_PRODUCT is not set');
  const folder = await mkdtemp(join(tmpdir(), 'inlet-own-product-'));
  const args = [program, join(folder, 'data'), JSON.stringify(settings)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGINT');
    await exited;
    await rm(folder, { recursive: true, force: true });
  };
  let mailUrl = '';
  for await (const line of createInterface({ input: child.stdout })) {
    mailUrl = /^Mails: (\S+)$/.exec(line)?.[1] ?? mailUrl;
    const [, url] = /^Inlet is ready: (\S+)$/.exec(line) ?? [];
    if (url !== undefined) {
      // Later output must be read, or the pipe would fill up.
      child.stdout.resume();
      return { url, mailUrl, stop };
    }
  }
  await stop();
  throw new Error('The product did not start');
}
