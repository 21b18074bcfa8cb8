import { keepDraft } from '#draft.ts';
import { type EnhanceOptions, enhance as enhanceForm } from '#form/enhance.ts';
import { sendQueued } from '#sending/send-queued.ts';
import { submit } from '#sending/submit.ts';

declare global {
  interface Window {
    inlet?: object;
  }
}

function enhance(form: HTMLFormElement, options?: EnhanceOptions) {
  return enhanceForm(form, { ...(form.hasAttribute('data-inlet-draft') && { draft: keepDraft }), ...options });
}

function enhanceAll(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-inlet]')) enhance(form);
}

// In browsers from before the spring of 2024, forms are left to the browser.
if ((AbortSignal as Partial<typeof AbortSignal>).any) {
  /** A form that is added later is enhanced by `inlet.enhance(form)`: watching the whole document would cost more. */
  window.inlet = { submit, enhance };
  document.addEventListener('DOMContentLoaded', enhanceAll);
  enhanceAll();
  sendQueued();
}
