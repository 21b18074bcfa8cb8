/** Longer than any healthy response takes. */
const timeoutMs = 10_000;
const attempts = 3;
const pauseMs = 1_000;

/** The response of the service, or null if it is away or has another shape. */
export async function ask<Value>(path: string, read: (body: unknown) => Value | null): Promise<Value | null> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const answer = await fetch(path, { headers: { accept: 'application/json' }, signal });
      const value = answer.ok ? read(await answer.json()) : null;
      if (value !== null) return value;
    } catch {
      // The next attempt may succeed.
    }
    if (attempt === attempts) return null;
    await new Promise((resolve) => setTimeout(resolve, pauseMs * attempt));
  }
}
