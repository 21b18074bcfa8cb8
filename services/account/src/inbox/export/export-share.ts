import { createSemaphore, type Semaphore } from '@inlet/process/semaphore';
import { exportsBusy, tooManyExports } from '#errors.ts';
import { createSlots, type Slots } from '#inbox/slots.ts';

/** The limits of all exports of a process, of forms and accounts together. */
export interface ExportShare {
  readonly slots: Slots;
  /** Each page that is read from the database takes a permit. */
  readonly semaphore: Semaphore;
}

/** A person needs one, and a program may export two forms at a time. */
const ofAccount = 3;
/** Each holds some pages of a megabyte in memory: together some 100 MB in the worst case. */
const ofProcess = 20;
/** Exports use at most a third of the connections, which leaves enough for others. */
const shareOfConnections = 1 / 3;

export function createExportShare(connections: number): ExportShare {
  return {
    slots: createSlots({ ofAccount, ofProcess, tooMany: tooManyExports, busy: exportsBusy }),
    semaphore: createSemaphore(Math.max(1, Math.floor(connections * shareOfConnections))),
  };
}
