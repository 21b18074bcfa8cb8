/** The requests that a load repeats: everything but its target's address. */
export type RequestMix = {
  /** Paths and bodies are paired in turn until each of them was sent; then it begins anew. */
  paths: readonly string[];
  bodies: readonly string[];
  headers: Readonly<Record<string, string>>;
};

export type Load = {
  /** Where the connections go, spread evenly, such as `http://127.0.0.1:8081`. */
  targets: readonly string[];
  requests: RequestMix;
  connections: number;
  seconds: number;
  /** Every connection rests this long between an answer and its next request, on the average. */
  pauseMs?: number;
};

export type LoadResult = {
  requests: number;
  seconds: number;
  p50Ms: number;
  p99Ms: number;
  /** Answers other than 2xx, and connections that failed or timed out. */
  errors: number;
};

/** Stands in a body for a number that every request has for itself: no two visitors send the same text. */
export const numberMark = '00000000';

/** Runs a load to its end in a process of its own. */
export type RunLoad = (load: Load) => Promise<LoadResult>;
