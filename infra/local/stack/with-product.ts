import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeTemporaryFolder } from '@inlet/local-servers/temporary-folder';
import { ownConfig } from '#config/own-config.ts';
import { createLeaveSignal } from '#processes/leave-signal.ts';
import { explain } from '#processes/run-command.ts';
import { findChromium } from '#programs/chromium.ts';
import { startStack } from '#stack/stack.ts';

export type Product = Awaited<ReturnType<typeof startOwnProduct>>;

/** Runs a task with a separate product, which is removed afterwards, and ends the process with the task's result. */
export async function withProduct(task: (product: Product) => Promise<boolean>): Promise<never> {
  const signal = createLeaveSignal();
  let isSound = false;
  try {
    const product = await startOwnProduct(signal);
    try {
      isSound = await Promise.race([task(product), untilAborted(signal)]);
    } finally {
      await product.stack.stop();
      await product.removeFolder();
    }
  } catch (error) {
    if (!signal.aborted) explain(error);
  }
  process.exit(isSound ? 0 : 1);
}

/** Starts a whole product on separate data, and a browser for it. */
export async function startOwnProduct(signal: AbortSignal, moreDemoEmails: readonly string[] = []) {
  const chromium = await findChromium(process.env.PATH ?? '');
  const folder = await makeTemporaryFolder('inlet-product-');
  const config = await ownConfig(join(folder, 'data'));
  const stack = await startStack({ config, mode: 'start', moreDemoEmails, signal });
  return { stack, chromium, config, folder, removeFolder: () => rm(folder, { recursive: true, force: true }) };
}

/** A person who stops the command does not want to wait for the task, and no product may be left running. */
async function untilAborted(signal: AbortSignal): Promise<false> {
  if (!signal.aborted) await once(signal, 'abort');
  return false;
}
