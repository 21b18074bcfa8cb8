/** Rings when an event of Stripe's was kept, for whoever works them off. Who listens may come later, or not at all. */
export interface Bell {
  readonly ring: () => void;
  readonly answer: (listener: () => void) => void;
}

export function createBell(): Bell {
  let listener: () => void = () => undefined;
  return {
    ring: () => listener(),
    answer: (next) => {
      listener = next;
    },
  };
}
