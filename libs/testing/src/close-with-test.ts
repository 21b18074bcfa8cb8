import { onTestFinished } from 'vitest';

/**
 * Closes with the test what it opens, from the moment in which the opening begins: what opens only after the test has
 * failed, or has taken too long, is closed too. Call it before anything is awaited that begins beside the opening.
 */
export function closeWithTest<T>(opening: Promise<T>, close: (opened: T) => unknown): Promise<T> {
  onTestFinished(async () => {
    const [opened] = await Promise.allSettled([opening]);
    if (opened.status === 'fulfilled') await close(opened.value);
  });
  return opening;
}
