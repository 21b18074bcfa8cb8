/** The faults of the next API calls. */
export interface Fault {
  readonly requests: number;
  readonly status: number;
  /** `before`: the call is refused. `after`: the call succeeds, but its answer is lost. */
  readonly when: 'before' | 'after';
}

export interface Faults {
  readonly set: (fault: Fault) => void;
  /** The fault of this request, or null. */
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
