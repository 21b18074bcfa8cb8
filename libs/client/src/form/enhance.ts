import { openStorage } from '#form/open-storage.ts';
import { showErrors } from '#form/show-errors.ts';
import { emit } from '#sending/emit.ts';
import { sendQueued } from '#sending/send-queued.ts';
import { createKey } from '#sending/submission.ts';
import { type SubmitOptions, submit } from '#sending/submit.ts';
import { defaultTexts, type Texts, textOf } from '#sending/texts.ts';

export interface EnhanceOptions extends Pick<SubmitOptions, 'texts' | 'queue' | 'transport'> {
  /** Keeps what was typed until it is sent: `keepDraft` of `@inlet/client/draft`. */
  readonly draft?: ((form: HTMLFormElement, listening: AddEventListenerOptions) => void) | undefined;
}

export interface EnhancedForm {
  /** Gives the form back to the browser. */
  readonly destroy: () => void;
}

const enhanced = new WeakMap<HTMLFormElement, EnhancedForm>();

/** Sends a form by script: it stays on its page, and loses nothing while the network is away. */
export function enhance(form: HTMLFormElement, options: EnhanceOptions = {}): EnhancedForm {
  const known = enhanced.get(form);
  if (known) return known;
  // A field may be called "action".
  const endpoint = form.getAttribute('action') ?? '';
  const texts = { ...defaultTexts, ...options.texts } as Texts & Record<string, string>;
  for (const name in texts) texts[name] = form.getAttribute(`data-inlet-text-${name}`) ?? (texts[name] as string);
  const made = document.createElement('p');
  const status = form.querySelector('[data-inlet-status]') ?? made;
  status.role = 'status';
  if (status === made) form.after(made);
  // As the options of a listener, its signal ends the listener.
  const listening = new AbortController();
  options.draft?.(form, listening);
  const keys = openStorage('sessionStorage');
  const keyName = `inlet key ${endpoint}`;
  let isSending = false;

  async function onSubmit(event: SubmitEvent): Promise<void> {
    if (event.defaultPrevented) return;
    // Lasts until the form is sent, also if the page is loaded again because no answer came.
    keys[keyName] ??= createKey();
    event.preventDefault();
    if (isSending) return;
    isSending = true;
    status.textContent = texts.sending;
    const data = new FormData(form, event.submitter);
    const outcome = await submit(endpoint, data, { ...options, texts, key: keys[keyName], isFormKey: true });
    isSending = false;
    status.textContent = outcome.message;
    if (outcome.state === 'refused') showErrors(form, outcome.errors);
    else {
      delete keys[keyName];
      // A field may be called "reset".
      HTMLFormElement.prototype.reset.call(form);
    }
    emit(form, outcome.state, outcome);
    // Instead of Inlet's own thank-you page, the message is shown in place.
    if (outcome.state === 'sent' && !/\/f\/\w+\/thanks$/.test(outcome.next)) location.assign(outcome.next);
  }

  form.addEventListener('submit', onSubmit, listening);
  addEventListener(
    'inlet:settled',
    ({ detail }) => {
      if (detail.endpoint === endpoint) status.textContent = textOf(detail, texts);
    },
    listening,
  );
  sendQueued();
  const handle = {
    destroy() {
      listening.abort();
      made.remove();
      enhanced.delete(form);
    },
  };
  enhanced.set(form, handle);
  return handle;
}
