import { createSemaphore, type Semaphore } from '@inlet/process/semaphore';
import { exportsBusy, tooManyExports } from '#errors.ts';
import { createSlots, type Slots } from '#inbox/slots.ts';

/** What all exports of a process have together, those of forms and those of accounts. */
export interface ExportShare {
  readonly slots: Slots;
  /** Each page that is read from the database takes a permit. */
  readonly semaphore: Semaphore;
}

/** A person needs one, and a program that exports two forms at a time is served as well. */
const ofAccount = 3;
/** Each holds some pages of a megabyte in memory: together some 100 MB in the worst case. */
const ofProcess = 20;
/** Exports read with a third of the connections at most, so that nobody else waits for one. */
const shareOfConnections = 1 / 3;

export function createExportShare(connections: number): ExportShare {
  return {
    slots: createSlots({ ofAccount, ofProcess, tooMany: tooManyExports, busy: exportsBusy }),
    semaphore: createSemaphore(Math.max(1, Math.floor(connections * shareOfConnections))),
  };
}
