import { onTestFinished } from 'vitest';

/**
 * Closes an opened resource after the test, starting when the opening starts: a resource that only opens after the test
 * has failed or timed out is closed too. Call it before awaiting anything that runs beside the opening.
 */
export function closeWithTest<T>(opening: Promise<T>, close: (opened: T) => unknown): Promise<T> {
  onTestFinished(async () => {
    const [opened] = await Promise.allSettled([opening]);
    if (opened.status === 'fulfilled') await close(opened.value);
  });
  return opening;
}
