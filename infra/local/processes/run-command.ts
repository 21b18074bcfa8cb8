import { once } from 'node:events';
import { ConfigError } from '@inlet/process/config';
import { createLeaveSignal } from '#processes/leave-signal.ts';

type Command = (signal: AbortSignal) => Promise<() => Promise<void>>;

/** Runs a command that stays until it is told to leave; its answer is the function that makes it leave. */
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

/** Says why something cannot go on: a sentence where we wrote one, everything we know where we did not. */
export function explain(error: unknown): void {
  const isSentence = error instanceof ConfigError || (error instanceof Error && error.constructor === Error);
  console.error(isSentence ? error.message : error);
}
