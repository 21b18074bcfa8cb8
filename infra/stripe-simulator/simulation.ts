import type { Clock } from '#clock/clock.ts';
import type { Emit } from '#events/create-emit.ts';
import type { Tables } from '#state/tables.ts';

/** The state that billing reads and changes, and the events that it emits. */
export interface Simulation {
  readonly tables: Tables;
  readonly clock: Clock;
  readonly emit: Emit;
  /** The address of its pages. */
  readonly pagesUrl: string;
}
