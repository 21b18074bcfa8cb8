import type { Submission } from '@inlet/contracts/submissions';

const originsMax = 50;

/** Websites to choose from: those that the form allows by name, and those that submissions came from. */
export function offeredOrigins(allowed: readonly string[], rows: readonly Submission[]): string[] {
  const origins = new Set(allowed.filter((origin) => origin.startsWith('https://') && !origin.includes('*')));
  for (const { origin } of rows) {
    if (origins.size >= originsMax) break;
    if (origin !== null) origins.add(origin);
  }
  return [...origins].sort();
}
