/**
 * What a reader switches off in this browser. Keys without Ctrl get in the way of speech input; the JSON of a
 * submission takes room below its fields.
 */
type Choice = 'shortcuts' | 'submitted-data';

export function isKeptOn(choice: Choice): boolean {
  return storage()?.getItem(keyOf(choice)) !== 'off';
}

export function keepChoice(choice: Choice, isOn: boolean): void {
  if (isOn) storage()?.removeItem(keyOf(choice));
  else storage()?.setItem(keyOf(choice), 'off');
}

function keyOf(choice: Choice): string {
  return `inlet-${choice}`;
}

/** Reading the property throws where storage is forbidden. */
function storage(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
