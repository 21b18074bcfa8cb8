/** The names that BullMQ gives to the Redis keys of one queue. */
export interface QueueKeys {
  /** Lists of job ids. */
  readonly waiting: string;
  readonly active: string;
  /** Sorted sets of job ids. */
  readonly delayed: string;
  readonly failed: string;
  /** The hash of one job; its fields include `name`, `data` and `timestamp`. */
  readonly job: (id: string) => string;
}

/** The prefix must be the one that BullMQ's queues are opened with. */
export function queueKeys(prefix: string, queue: string): QueueKeys {
  const base = `${prefix}:${queue}`;
  return {
    waiting: `${base}:wait`,
    active: `${base}:active`,
    delayed: `${base}:delayed`,
    failed: `${base}:failed`,
    job: (id) => `${base}:${id}`,
  };
}
