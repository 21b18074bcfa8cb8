/** Answers what some work answers, or fails when it takes too long; the work itself goes on. */
export function withTimeout<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), timeoutMs);
  });
  return Promise.race([work, tooLate]).finally(() => clearTimeout(timer));
}
