import { openDraft } from '#form/draft.ts';
import { openErrors } from '#form/field-errors.ts';
import { openKey } from '#form/form-key.ts';
import { openStatus } from '#form/status.ts';
import type { OutcomeEvent } from '#sending/events.ts';
import type { Outcome } from '#sending/outcome.ts';
import { sendQueued } from '#sending/send-queued.ts';
import { createSubmission } from '#sending/submission.ts';
import { type DeliverOptions, deliver } from '#sending/submit.ts';
import { defaultTexts, type Texts } from '#sending/texts.ts';

export interface EnhanceOptions extends Pick<DeliverOptions, 'texts' | 'queue' | 'onProgress'> {
  /** Keeps what was typed until it is sent, as `data-inlet-draft` does. */
  readonly draft?: boolean | undefined;
}

export interface EnhancedForm {
  /** Gives the form back to the browser. */
  readonly destroy: () => void;
}

const enhanced = new WeakMap<HTMLFormElement, EnhancedForm>();
/** Inlet's own thank-you page: the form's message is shown in place instead. */
const thanksPage = /\/f\/\w+\/thanks$/;

/** Sends a form by script: it stays on its page, and loses nothing while the network is away. */
export function enhance(form: HTMLFormElement, options: EnhanceOptions = {}): EnhancedForm {
  const known = enhanced.get(form);
  if (known) return known;
  const { dataset } = form;
  const texts = { ...defaultTexts, ...textsOf(dataset), ...options.texts };
  const { draft: hasDraft = 'inletDraft' in dataset, queue = dataset.inletQueue !== 'off', onProgress } = options;
  const listening = new AbortController();
  const endpoint = endpointOf(form, null);
  const key = openKey(`inlet key ${endpoint}`);
  const draft = hasDraft ? openDraft(form, `inlet draft ${endpoint}`) : undefined;
  const errors = openErrors(form);
  const status = openStatus(form);
  let isSending = false;

  async function onSubmit(event: SubmitEvent): Promise<void> {
    if (event.defaultPrevented) return;
    event.preventDefault();
    if (isSending) return;
    isSending = true;
    const submitter = event.submitter as HTMLButtonElement | null;
    const data = new FormData(form, submitter);
    const submission = createSubmission(endpointOf(form, submitter), data, key.read());
    if (submitter) submitter.disabled = true;
    status.say(texts.sending);
    try {
      show(await deliver({ ...submission, isFormKey: true }, { texts, queue, onProgress }));
    } finally {
      isSending = false;
      if (submitter) submitter.disabled = false;
      // A disabled button has lost the focus.
      if (document.activeElement === document.body) submitter?.focus();
    }
  }

  function show(outcome: Outcome): void {
    status.say(outcome.message);
    if (outcome.state === 'refused') errors.show(outcome.errors);
    else {
      key.renew();
      draft?.clear();
      // A field may be called "reset".
      HTMLFormElement.prototype.reset.call(form);
    }
    form.dispatchEvent(new CustomEvent(`inlet:${outcome.state}`, { bubbles: true, detail: outcome }));
    if (outcome.state === 'sent' && outcome.next && !thanksPage.test(outcome.next)) location.assign(outcome.next);
  }

  /** Says what became of a submission that was saved, perhaps on an earlier page. */
  function showSaved({ target, detail }: OutcomeEvent): void {
    if (target !== document || detail.endpoint !== endpoint) return;
    if (detail.state === 'sent') status.say(texts.sentLater);
    else status.say(detail.code === 'expired' ? texts.expired : detail.message);
  }

  function onInput({ target }: Event): void {
    errors.clear(target);
    draft?.note(target);
  }

  const { signal } = listening;
  form.addEventListener('submit', onSubmit, { signal });
  form.addEventListener('input', onInput, { signal });
  form.addEventListener('click', ({ target }) => errors.clear(target), { signal });
  document.addEventListener('inlet:sent', showSaved, { signal });
  document.addEventListener('inlet:refused', showSaved, { signal });
  sendQueued();
  const destroy = () => {
    listening.abort();
    status.remove();
    enhanced.delete(form);
  };
  enhanced.set(form, { destroy });
  return { destroy };
}

/** A field may be called "action". */
function endpointOf(form: HTMLFormElement, submitter: Element | null): string {
  const action = submitter?.getAttribute('formaction') ?? form.getAttribute('action') ?? '';
  return new URL(action, document.baseURI).href;
}

/** The texts of attributes such as `data-inlet-text-queued`. */
function textsOf(dataset: DOMStringMap): Partial<Texts> {
  const names = Object.keys(defaultTexts);
  const given = names.map((name) => [name, dataset[`inletText${name[0]?.toUpperCase()}${name.slice(1)}`]]);
  return Object.fromEntries(given.filter(([, text]) => text !== undefined));
}
