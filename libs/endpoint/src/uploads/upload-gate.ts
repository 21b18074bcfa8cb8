import { brokenOff, tooManyUploads } from '#refusals/submit-errors.ts';

/** Concurrent uploads of a network, a form, and this process. */
const most = { network: 8, form: 32, all: 24 };
/** A waiting upload may hold a body of a megabyte. A single network cannot take all slots. */
const waitingMost = { network: 96, all: 192 };
const longestWaitMs = 60_000;

interface Visitor {
  readonly network: string;
  readonly formId: string;
}
/** Reports when the connection closes. */
export interface Connection {
  readonly on: (event: 'close', listener: () => void) => unknown;
  readonly off: (event: 'close', listener: () => void) => unknown;
}
interface Waiting extends Visitor {
  readonly begin: () => void;
}

/** Admits uploads and makes others wait; busy networks and forms wait longer. */
export interface UploadGate {
  /**
   * Resolves to a function that frees the slot. Rejects if too many are waiting, after a timeout, or if the visitor
   * disconnects.
   */
  readonly enter: (visitor: Visitor, connection: Connection) => Promise<() => void>;
}

export function createUploadGate(): UploadGate {
  const counts = new Map<string, number>();
  const waiting = new Set<Waiting>();
  const countOf = (name: string) => counts.get(name) ?? 0;
  const add = (name: string, count: number) => {
    const sum = countOf(name) + count;
    if (sum === 0) counts.delete(name);
    else counts.set(name, sum);
  };
  const hasFreeSlot = ({ network, formId }: Visitor) =>
    countOf('all') < most.all && countOf(network) < most.network && countOf(formId) < most.form;
  const mayWait = ({ network }: Visitor) =>
    waiting.size < waitingMost.all &&
    [...waiting].filter((other) => other.network === network).length < waitingMost.network;
  const move = ({ network, formId }: Visitor, count: number) => {
    for (const name of ['all', network, formId]) add(name, count);
  };

  function letIn(): void {
    for (const one of waiting) {
      if (!hasFreeSlot(one)) continue;
      waiting.delete(one);
      move(one, 1);
      one.begin();
    }
  }

  return {
    enter: async (one, connection) => {
      if (hasFreeSlot(one)) move(one, 1);
      else if (!mayWait(one)) throw tooManyUploads();
      else
        await new Promise<void>((resolve, reject) => {
          const end = (settle: () => void) => () => {
            clearTimeout(timer);
            connection.off('close', leave);
            waiting.delete(entry);
            settle();
          };
          const entry: Waiting = { ...one, begin: end(resolve) };
          const leave = end(() => reject(brokenOff()));
          const timer = setTimeout(
            end(() => reject(tooManyUploads())),
            longestWaitMs,
          );
          connection.on('close', leave);
          waiting.add(entry);
        });
      let isIn = true;
      return () => {
        if (!isIn) return;
        isIn = false;
        move(one, -1);
        letIn();
      };
    },
  };
}
