import { enhance } from '#form/enhance.ts';
import { sendQueued } from '#sending/send-queued.ts';
import { deliver } from '#sending/submit.ts';

declare global {
  interface Window {
    inlet?: object;
  }
}

function enhanceAll(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-inlet]')) enhance(form);
}

// In browsers from before the spring of 2024, forms are left to the browser.
if ('any' in AbortSignal) {
  /** A form that is added later is enhanced by `inlet.enhance(form)`: watching the whole document would cost more. */
  window.inlet = { submit: deliver, enhance };
  document.addEventListener('DOMContentLoaded', enhanceAll);
  enhanceAll();
  sendQueued();
}
