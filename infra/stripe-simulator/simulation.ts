import type { Clock } from '#clock/clock.ts';
import type { Emit } from '#events/emitter.ts';
import type { Tables } from '#state/tables.ts';

/** What everything that happens in the simulator reads, changes and tells of. */
export interface Simulation {
  readonly tables: Tables;
  readonly clock: Clock;
  readonly emit: Emit;
}
