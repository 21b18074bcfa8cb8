import { attempt } from '#form/attempt.ts';
import { createKey } from '#sending/submission.ts';

/**
 * The key of what is in a form. It lasts until that is sent, also if the page is loaded again after an answer that
 * never came: so a second click stores nothing twice.
 */
export function openKey(name: string) {
  let key = attempt(() => sessionStorage.getItem(name)) ?? renew();
  function renew(): string {
    key = createKey();
    attempt(() => sessionStorage.setItem(name, key));
    return key;
  }
  return { read: () => key, renew };
}
