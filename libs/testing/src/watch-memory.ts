import { onTestFinished } from 'vitest';

const everyMs = 5;

/** Watches the memory of this process until the test ends; the result tells by how many bytes it has grown at the most. */
export function watchMemory(): () => number {
  const before = process.memoryUsage.rss();
  let most = before;
  const look = () => {
    most = Math.max(most, process.memoryUsage.rss());
  };
  const timer = setInterval(look, everyMs);
  onTestFinished(() => clearInterval(timer));
  return () => {
    look();
    return most - before;
  };
}
