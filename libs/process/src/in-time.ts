export const late = Symbol('late');

/**
 * Resolves to the result of some work, or to `late`. After the timeout, one more turn of the event loop delivers
 * results that have already arrived, because this process itself may have been busy. The work continues.
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

/** Like `inTime`, but throws if the result is late. */
export async function withinTime<T>(work: Promise<T>, ms: number, failure: string): Promise<T> {
  const answer = await inTime(work, ms);
  if (answer === late) throw new Error(failure);
  return answer;
}
