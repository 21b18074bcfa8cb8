import { onTestFinished } from 'vitest';

const everyMs = 5;

/** Watches this process's memory until the test ends; the result returns its largest growth in bytes. */
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
