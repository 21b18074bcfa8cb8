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
  readonly signal: AbortSignal;
  readonly onRefused: () => void;
  readonly onSent: (sending: Sending) => Promise<void>;
}

/** Forwards the events of a form one after the other, so they arrive in their order. */
export function createForwarder({ form, target, signal, onRefused, onSent }: ForwarderOptions) {
  const origin = { form: { id: form.id, name: form.name }, publicUrl: new URL(form.endpointUrl).origin };
  let last: EventToForward | null = null;
  let underWay: Promise<void> = Promise.resolve();

  async function send(event: EventToForward, cursor: string | null): Promise<void> {
    const result = await forward(event, target, { signal, onRefused });
    const isAgain = cursor === null;
    last = event;
    await onSent({ ...result, event, isAgain, cursor });
  }

  function inTurn(event: EventToForward, cursor: string | null): Promise<void> {
    const sending = underWay.then(() => send(event, cursor));
    underWay = sending.catch(() => undefined);
    return sending;
  }

  return {
    take: async (change: Change): Promise<void> => {
      const event = eventOf(change, origin);
      if (event) await inTurn(event, change.cursor);
    },
    /** Sends the last event once more; false if there is none. */
    again: (): boolean => {
      if (!last) return false;
      inTurn(last, null).catch(() => undefined);
      return true;
    },
  };
}
