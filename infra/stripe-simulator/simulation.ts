import type { Clock } from '#stripe-simulator/clock/clock.ts';
import type { Emit } from '#stripe-simulator/events/emitter.ts';
import type { Tables } from '#stripe-simulator/state/tables.ts';

/** What everything that happens in the simulator reads, changes and tells of. */
export interface Simulation {
  readonly tables: Tables;
  readonly clock: Clock;
  readonly emit: Emit;
}
