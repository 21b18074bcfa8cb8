import { randomInt } from 'node:crypto';

/** The same items in random order. */
export function shuffled<T>(things: readonly T[]): T[] {
  const rest = [...things];
  return things.flatMap(() => rest.splice(randomInt(rest.length), 1));
}
