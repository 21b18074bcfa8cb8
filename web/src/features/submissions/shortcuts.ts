/** Keys without Ctrl get in the way of speech input, so they can be switched off; this browser remembers it. */
const shortcutsKey = 'inlet-shortcuts';

export function readShortcuts(): boolean {
  return storage()?.getItem(shortcutsKey) !== 'off';
}

export function writeShortcuts(isOn: boolean): void {
  if (isOn) storage()?.removeItem(shortcutsKey);
  else storage()?.setItem(shortcutsKey, 'off');
}

/** Reading the property throws where storage is forbidden. */
function storage(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
