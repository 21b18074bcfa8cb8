import { useSyncExternalStore } from 'react';

/**
 * Choices that a reader has made in this browser. Keys without Ctrl interfere with speech input; the JSON of a
 * submission needs space below its fields; done submissions are in between open ones.
 */
type Choice = 'shortcuts' | 'submitted-data' | 'hide-done';

const isOnAtFirst: Readonly<Record<Choice, boolean>> = { shortcuts: true, 'submitted-data': true, 'hide-done': false };

const listeners = new Set<() => void>();

export function isKeptOn(choice: Choice): boolean {
  const kept = storage().getItem(keyOf(choice));
  return kept === null ? isOnAtFirst[choice] : kept === 'on';
}

export function keepChoice(choice: Choice, isOn: boolean): void {
  if (isOn === isOnAtFirst[choice]) storage().removeItem(keyOf(choice));
  else storage().setItem(keyOf(choice), isOn ? 'on' : 'off');
  for (const listener of listeners) listener();
}

/** A choice that several parts of the page follow. */
export function useKeptChoice(choice: Choice): boolean {
  return useSyncExternalStore(subscribe, () => isKeptOn(choice));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function keyOf(choice: Choice): string {
  return `inlet-${choice}`;
}

const untilReload = new Map<string, string>();
const memory: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = {
  getItem: (key) => untilReload.get(key) ?? null,
  setItem: (key, text) => void untilReload.set(key, text),
  removeItem: (key) => void untilReload.delete(key),
};

/** Reading the property throws where storage is forbidden; a choice then lasts until the page is left. */
function storage(): typeof memory {
  try {
    return localStorage;
  } catch {
    return memory;
  }
}
