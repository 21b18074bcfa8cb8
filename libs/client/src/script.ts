import { enhance, sendQueued, submit } from '#client.ts';

const selector = 'form[data-inlet]';

function enhanceAll(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>(selector)) enhance(form);
}

/** A form that is added later is enhanced when a visitor touches it: watching the whole document would cost more. */
function enhanceTouched({ target }: Event): void {
  const form = (target as Element).closest<HTMLFormElement>(selector);
  if (form) enhance(form);
}

Object.assign(window, { inlet: { submit, enhance } });
if (document.readyState === 'loading') addEventListener('DOMContentLoaded', enhanceAll);
else enhanceAll();
for (const type of ['focusin', 'submit']) document.addEventListener(type, enhanceTouched, true);
sendQueued();
