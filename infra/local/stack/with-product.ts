import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeTestFolder } from '@inlet/testing/test-folder';
import type { LocalConfig } from '#config/config.ts';
import { ownConfig } from '#config/own-config.ts';
import { createLeaveSignal } from '#processes/leave-signal.ts';
import { explain } from '#processes/run-command.ts';
import { findChromium } from '#programs/chromium.ts';
import { type Stack, startStack } from '#stack/stack.ts';

export type Product = { stack: Stack; chromium: string; config: LocalConfig };

/** Runs a task against a whole product of its own, which is gone afterwards, and ends the process with its outcome. */
export async function withProduct(task: (product: Product) => Promise<boolean>): Promise<never> {
  const signal = createLeaveSignal();
  let isSound = false;
  try {
    const chromium = await findChromium(process.env.PATH ?? '');
    const folder = await makeTestFolder('inlet-product-');
    const config = await ownConfig(join(folder, 'data'));
    const stack = await startStack({ config, mode: 'start', say: console.log, signal });
    try {
      isSound = await Promise.race([task({ stack, chromium, config }), untilAborted(signal)]);
    } finally {
      await stack.stop();
      await rm(folder, { recursive: true, force: true });
    }
  } catch (error) {
    if (!signal.aborted) explain(error);
  }
  process.exit(isSound ? 0 : 1);
}

/** A person who stops the command does not want to wait for the end of its task, and leaves no product behind. */
function untilAborted(signal: AbortSignal): Promise<false> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(false);
    else signal.addEventListener('abort', () => resolve(false), { once: true });
  });
}
