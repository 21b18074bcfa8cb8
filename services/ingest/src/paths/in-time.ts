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
