import type { Change } from '@inlet/contracts/changes';
import type { Form } from '@inlet/contracts/forms';
import { type EventToForward, eventOf } from '#listen/event-of.ts';
import { type Forwarded, forward, type Target } from '#listen/forward.ts';

export interface Sending extends Forwarded {
  readonly event: EventToForward;
  /** True for an event that was sent before. */
  readonly isAgain: boolean;
  readonly cursor: string | null;
}

interface ForwarderOptions {
  readonly form: Pick<Form, 'id' | 'name' | 'endpointUrl'>;
  readonly target: Target;
  /** Ends what is sent again. */
  readonly signal: AbortSignal;
  readonly onRefused: () => void;
  readonly onSent: (sending: Sending) => Promise<void>;
}

interface Wanted {
  readonly event: EventToForward;
  /** Null for an event that was sent before. */
  readonly cursor: string | null;
  readonly until: AbortSignal;
}

/** Forwards the events of a form one after the other, so they arrive in their order. */
export function createForwarder({ form, target, signal, onRefused, onSent }: ForwarderOptions) {
  const origin = { form: { id: form.id, name: form.name }, publicUrl: new URL(form.endpointUrl).origin };
  let last: EventToForward | null = null;
  let underWay: Promise<void> = Promise.resolve();

  async function send({ event, cursor, until }: Wanted): Promise<void> {
    const result = await forward(event, target, { signal: until, onRefused });
    const isAgain = cursor === null;
    last = event;
    await onSent({ ...result, event, isAgain, cursor });
  }

  function inTurn(wanted: Wanted): Promise<void> {
    const sending = underWay.then(() => send(wanted));
    underWay = sending.catch(() => undefined);
    return sending;
  }

  return {
    /** Sends the event of a change, or gives up when the signal is aborted. */
    take: async (change: Change, until: AbortSignal): Promise<void> => {
      const event = eventOf(change, origin);
      if (event) await inTurn({ event, cursor: change.cursor, until });
    },
    /** Sends the last event once more; false if there is none. */
    again: (): boolean => {
      if (!last) return false;
      inTurn({ event: last, cursor: null, until: signal }).catch(() => undefined);
      return true;
    },
  };
}
