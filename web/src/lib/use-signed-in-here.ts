import { useSyncExternalStore } from 'react';
import { storedPresence } from '#lib/browser-session.ts';

/** Whether somebody was signed in in this browser last, without asking the service. Known only after hydration. */
export function useSignedInHere(): boolean {
  return useSyncExternalStore(subscribe, isSignedInHere, () => false);
}

function subscribe(listener: () => void): () => void {
  return storedPresence(window).onChangeElsewhere(listener);
}

function isSignedInHere(): boolean {
  return storedPresence(window).get();
}
