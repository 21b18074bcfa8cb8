/** What goes wrong with the next calls of the API. */
export interface Fault {
  readonly requests: number;
  readonly status: number;
  /** `before`: refused without being done. `after`: done, but the answer is lost on its way. */
  readonly when: 'before' | 'after';
}

export interface Faults {
  readonly set: (fault: Fault) => void;
  /** The fault of this request, or null where all goes well. */
  readonly take: () => Fault | null;
}

export function createFaults(): Faults {
  let current: Fault | null = null;
  return {
    set: (fault) => {
      current = fault;
    },
    take: () => {
      const taken = current !== null && current.requests > 0 ? current : null;
      current = taken && { ...taken, requests: taken.requests - 1 };
      return taken;
    },
  };
}
