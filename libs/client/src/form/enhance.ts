import { keepDraft } from '#draft.ts';
import { attempt } from '#form/attempt.ts';
import { showErrors } from '#form/show-errors.ts';
import { emit } from '#sending/emit.ts';
import { sendQueued } from '#sending/send-queued.ts';
import { createKey } from '#sending/submission.ts';
import { type DeliverOptions, deliver } from '#sending/submit.ts';
import { defaultTexts } from '#sending/texts.ts';

export interface EnhanceOptions extends Pick<DeliverOptions, 'texts' | 'queue'> {
  /** Keeps what was typed until it is sent, as `data-inlet-draft` does. */
  readonly draft?: boolean | undefined;
}

export interface EnhancedForm {
  /** Gives the form back to the browser. */
  readonly destroy: () => void;
}

const enhanced = new WeakMap<HTMLFormElement, EnhancedForm>();
/** Inlet's own thank-you page: the message is shown in place instead. */
const thanksPage = /\/f\/\w+\/thanks$/;

/** Sends a form by script: it stays on its page, and loses nothing while the network is away. */
export function enhance(form: HTMLFormElement, options: EnhanceOptions = {}): EnhancedForm {
  const known = enhanced.get(form);
  if (known) return known;
  // A field may be called "action".
  const endpoint = form.getAttribute('action') ?? '';
  const keyName = `inlet key ${endpoint}`;
  const texts: Record<string, string> = { ...defaultTexts, ...options.texts };
  for (const name in texts) texts[name] = form.getAttribute(`data-inlet-text-${name}`) ?? (texts[name] as string);
  const made = document.createElement('p');
  const status = form.querySelector('[data-inlet-status]') ?? made;
  status.role = 'status';
  if (status === made) form.after(made);
  // As the options of a listener, its signal ends the listener.
  const listening = new AbortController();
  if (options.draft ?? form.hasAttribute('data-inlet-draft')) keepDraft(form, `inlet draft ${endpoint}`, listening);
  let key: string | undefined;
  let isSending = false;

  async function onSubmit(event: SubmitEvent): Promise<void> {
    if (event.defaultPrevented) return;
    event.preventDefault();
    if (isSending) return;
    isSending = true;
    const submitter = event.submitter as HTMLButtonElement | null;
    const data = new FormData(form, submitter);
    if (submitter) submitter.disabled = true;
    status.textContent = texts.sending as string;
    // Lasts until the form is sent, also if the page is loaded again because no answer came.
    key ??= attempt(() => sessionStorage[keyName] as string) ?? createKey();
    attempt(() => {
      sessionStorage[keyName] = key;
    });
    const outcome = await deliver(endpoint, data, { ...options, texts, key, isFormKey: true });
    isSending = false;
    if (submitter) submitter.disabled = false;
    status.textContent = outcome.message;
    if (outcome.state === 'refused') showErrors(form, outcome.errors);
    else {
      key = undefined;
      attempt(() => delete sessionStorage[keyName]);
      form.reset();
    }
    emit(form, outcome.state, outcome);
    if (outcome.state === 'sent' && !thanksPage.test(outcome.next)) location.assign(outcome.next);
  }

  form.addEventListener('submit', onSubmit, listening);
  addEventListener(
    'inlet:settled',
    ({ detail }) => {
      const text = texts[detail.code as string] ?? detail.message;
      if (detail.endpoint === endpoint) status.textContent = text || (texts.refused as string);
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
