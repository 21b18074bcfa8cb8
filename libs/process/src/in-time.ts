export const late = Symbol('late');

/**
 * Resolves to what some work answers, or to `late`. When the time is over, one more turn of the loop hands out answers
 * that are there already: it may be this process that was busy. The work goes on.
 */
export async function inTime<T>(work: Promise<T>, ms: number): Promise<T | typeof late> {
  const { promise: over, resolve } = Promise.withResolvers<typeof late>();
  const timer = setTimeout(() => setImmediate(resolve, late), ms);
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}

/** As `inTime`, but that a late answer is a failure of its own. */
export async function withinTime<T>(work: Promise<T>, ms: number, failure: string): Promise<T> {
  const answer = await inTime(work, ms);
  if (answer === late) throw new Error(failure);
  return answer;
}
