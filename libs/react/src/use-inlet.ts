'use client';

import {
  createKey,
  defaultTexts,
  type FieldError,
  type FormFields,
  type Outcome,
  type SubmitOptions,
  sendQueued,
  submit as submitOnce,
  textOf,
} from '@inlet/client/source';
import { withProgress } from '@inlet/client/source/progress';
import { useCallback, useEffect, useRef, useState } from 'react';

export interface InletOptions extends Pick<SubmitOptions, 'texts' | 'queue'> {
  /** Told the share of the files that is sent, from 0 to 1. */
  readonly onProgress?: ((share: number) => void) | undefined;
}

/** A submit event, as React gives it to a form's `onSubmit`. */
export interface FormSubmitEvent {
  readonly currentTarget: HTMLFormElement;
  readonly nativeEvent: Event;
  preventDefault(): void;
}

interface View {
  /** `queued`: saved on the visitor's device, and sent as soon as that is possible. */
  readonly state: 'idle' | 'sending' | 'sent' | 'queued' | 'refused';
  /** A sentence for the visitor; empty before anything is sent. */
  readonly message: string;
  /** What is wrong with the fields, if the submission was refused. */
  readonly errors: readonly FieldError[];
}

export interface Inlet extends View {
  /** The message about the field of this name, if it was refused. */
  readonly fieldError: (name: string) => string | undefined;
  /** Sends the fields of a form, and clears it once they are sent or queued. */
  readonly onSubmit: (event: FormSubmitEvent) => void;
  /** Sends fields that do not stand in a form. */
  readonly submit: (data: FormData | FormFields) => Promise<Outcome>;
  /** Forgets the last outcome, so that the form can be shown again. */
  readonly reset: () => void;
}

const idle: View = { state: 'idle', message: '', errors: [] };

/** Sends a form to its endpoint, and says what became of it. */
export function useInlet(endpoint: string, options: InletOptions = {}): Inlet {
  const [view, setView] = useState(idle);
  const latest = useRef({ endpoint, options });
  /** The key of what is in the form; it stays until that is sent, so that a repeat is recognised. */
  const key = useRef('');
  const queuedKey = useRef('');
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const isSending = useRef(false);

  useEffect(() => {
    latest.current = { endpoint, options };
  });

  useEffect(() => {
    /** Says what became of a submission that was queued here. */
    const showSaved = ({ detail }: WindowEventMap['inlet:settled']) => {
      if (detail.key !== queuedKey.current) return;
      queuedKey.current = '';
      setView(viewOf({ ...detail, message: textOf(detail, textsOf(latest.current.options)) }));
    };
    addEventListener('inlet:settled', showSaved);
    sendQueued();
    return () => removeEventListener('inlet:settled', showSaved);
  }, []);

  const submit = useCallback((data: FormData | FormFields): Promise<Outcome> => {
    const showSending = () => setView({ ...idle, state: 'sending', message: textsOf(latest.current.options).sending });
    const send = async () => {
      const { endpoint: address, options: chosen } = latest.current;
      const { onProgress } = chosen;
      showSending();
      try {
        key.current ||= createKey();
        const outcome = await submitOnce(address, data, {
          ...chosen,
          ...{ key: key.current, isFormKey: true, transport: onProgress && withProgress(onProgress) },
        });
        queuedKey.current = outcome.state === 'queued' ? key.current : '';
        if (outcome.state !== 'refused') key.current = '';
        setView(viewOf(outcome));
        return outcome;
      } catch (error) {
        setView(idle);
        throw error;
      }
    };
    showSending();
    const outcome = last.current.then(send, send);
    last.current = outcome;
    return outcome;
  }, []);

  const onSubmit = useCallback(
    (event: FormSubmitEvent) => {
      event.preventDefault();
      if (isSending.current) return;
      isSending.current = true;
      const { currentTarget: form, nativeEvent } = event;
      const { submitter } = nativeEvent as SubmitEvent;
      submit(new FormData(form, submitter))
        .then(({ state }) => {
          // A field may be called "reset".
          if (state !== 'refused') HTMLFormElement.prototype.reset.call(form);
        })
        .finally(() => {
          isSending.current = false;
        });
    },
    [submit],
  );

  const fieldError = (name: string) => view.errors.find(({ field }) => field === name)?.message;
  const reset = useCallback(() => setView(idle), []);
  return { ...view, fieldError, onSubmit, submit, reset };
}

function textsOf({ texts }: InletOptions) {
  return { ...defaultTexts, ...texts };
}

function viewOf({ state, message, ...outcome }: Outcome): View {
  return { state, message, errors: 'errors' in outcome ? outcome.errors : [] };
}
