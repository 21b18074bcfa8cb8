export type RateLimit = ReturnType<typeof createRateLimit>;

export interface RateLimitOptions {
  readonly perMinute: number;
  readonly now?: () => number;
}

const windowMs = 60_000;
/** The clients of a generation, about 200 bytes each; beyond this, those of the previous generation are dropped. */
const clientsMax = 100_000;

interface Window {
  readonly endsAtMs: number;
  count: number;
}

/**
 * Counts requests by client in windows of a minute, in this process's memory: ordinary visitors stay far below any
 * limit, and a round trip for each submission would cost more than the submission. There is no limit by form, because a
 * stranger could use it to block the form for everyone.
 */
export function createRateLimit({ perMinute, now = () => performance.now() }: RateLimitOptions) {
  // Two generations replace a cache that allocates space for all clients at its start, which took 6 MB.
  let recent = new Map<string, Window>();
  let before = recent;
  let rotatesAtMs = 0;
  return {
    /** Counts a request. Returns the seconds to wait if the limit is exceeded, else null. */
    take: (client: string): number | null => {
      const nowMs = now();
      if (nowMs >= rotatesAtMs || recent.size >= clientsMax) {
        before = recent;
        recent = new Map();
        rotatesAtMs = nowMs + windowMs;
      }
      let window = recent.get(client) ?? before.get(client);
      if (!window || window.endsAtMs <= nowMs) {
        window = { endsAtMs: nowMs + windowMs, count: 0 };
        // A slice of the request's head would keep the whole head in memory.
        recent.set(Buffer.from(client).toString(), window);
      }
      window.count += 1;
      return window.count > perMinute ? Math.ceil((window.endsAtMs - nowMs) / 1_000) : null;
    },
  };
}
