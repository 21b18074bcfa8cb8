import { once } from 'node:events';
import { ConfigError } from '@inlet/process/config';
import { createLeaveSignal } from '#processes/leave-signal.ts';

type Command = (signal: AbortSignal) => Promise<() => Promise<void>>;

/** Runs a command that stays until it is told to exit; it returns the function that ends it. */
export async function runUntilSignal(command: Command): Promise<never> {
  const leave = createLeaveSignal();
  try {
    const stop = await command(leave);
    if (!leave.aborted) await once(leave, 'abort');
    await stop();
    console.log('Stopped');
    return process.exit(0);
  } catch (error) {
    if (leave.aborted) return process.exit(0);
    explain(error);
    return process.exit(1);
  }
}

/** The reason for a failure: our own sentence if there is one, otherwise all details. */
export function explain(error: unknown): void {
  const isSentence = error instanceof ConfigError || (error instanceof Error && error.constructor === Error);
  console.error(isSentence ? error.message : error);
}
