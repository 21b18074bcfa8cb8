/**
 * The names of our keys. The braces make one hash tag, so that a script may touch several keys in a Redis Cluster.
 */
export interface RedisKeys {
  /** What BullMQ puts before the names of its own keys. */
  readonly queues: string;
  /** The directory's entry of one form. */
  readonly form: (endpointId: string) => string;
  /** Present while the directory holds every form there is: then an absent entry means that there is no such form. */
  readonly formsComplete: string;
  /** The channel that names an endpoint id whose entry has changed. */
  readonly formChanges: string;
}

/** The keys of one installation in a Redis that it may share with others. */
export function redisKeys(prefix: string): RedisKeys {
  const tag = `{${prefix}}`;
  return {
    queues: tag,
    form: (endpointId) => `${tag}:form:${endpointId}`,
    formsComplete: `${tag}:forms:complete`,
    formChanges: `${tag}:forms:changes`,
  };
}
