export type RateLimit = ReturnType<typeof createRateLimit>;

export interface RateLimitOptions {
  readonly perMinute: number;
  readonly now?: () => number;
}

const windowMs = 60_000;
/** Clients of a generation, about 200 bytes each: past that those of the generation before are forgotten. */
const clientsMax = 100_000;

interface Window {
  readonly endsAtMs: number;
  count: number;
}

/**
 * Counts requests by client in windows of a minute, in the memory of this process: a visitor's honest submissions are
 * far below any limit, and a round trip for each would cost more than the submission itself. There is none by form: a
 * stranger could use it to close the form for everybody.
 */
export function createRateLimit({ perMinute, now = () => performance.now() }: RateLimitOptions) {
  // Two generations instead of a cache that has room for all clients from its start: that took 6 MB.
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
        // As a part of a request's head it would keep all of that in memory.
        recent.set(Buffer.from(client).toString(), window);
      }
      window.count += 1;
      return window.count > perMinute ? Math.ceil((window.endsAtMs - nowMs) / 1_000) : null;
    },
  };
}
