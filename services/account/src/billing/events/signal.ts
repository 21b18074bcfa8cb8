/** Notifies a listener in this process that an event of Stripe has been stored. Without a listener it does nothing. */
export interface Signal {
  readonly send: () => void;
  readonly listen: (listener: () => void) => void;
}

export function createSignal(): Signal {
  let listener: () => void = () => undefined;
  return {
    send: () => listener(),
    listen: (next) => {
      listener = next;
    },
  };
}
