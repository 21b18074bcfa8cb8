/** The compiler learns what an object is used for within the first ten calls. */
const CALLS = 100;

/**
 * Makes the methods of strings fast again. ioredis declares a class that extends `String`. From then on V8 looks up
 * each method of each string of the process in a dictionary, and the compiler can inline none of them. A few calls on a
 * `String` object end that for good. Decision 93 has the figures.
 */
export function restoreFastStrings(): void {
  const text = Object('') as string;
  for (let call = 0; call < CALLS; call += 1) firstOf(text);
}

function firstOf(text: string): string | undefined {
  return text.at(0);
}
