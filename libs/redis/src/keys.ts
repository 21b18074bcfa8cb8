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
  /** What whoever rebuilds the directory lays down first: when it is gone at the end, so is what was written. */
  readonly formsRebuild: string;
  /** What an account has used of a month. */
  readonly usage: (userId: string, month: string) => string;
  /** Present while every account that used something of a month has its count here: then an absent one is zero. */
  readonly usageComplete: (month: string) => string;
  /** The digest of the payload that an idempotency key of a form stands for. */
  readonly idempotency: (name: string) => string;
  /** Places in months that a transaction of the database has taken, until its outcome is known. */
  readonly takenPlaces: string;
  /** What was given back already. */
  readonly receipt: (name: string) => string;
  /** Present for a while after the mail server has taken a mail. */
  readonly mailSent: (jobId: string) => string;
  /** The latest refusals of a form. */
  readonly refusals: (formId: string) => string;
  /** A form's refusals of a day, counted by reason. */
  readonly refusalCounts: (formId: string, day: string) => string;
  /** How often something was tried of what may only be tried so often. */
  readonly attempts: (name: string) => string;
  /** Never there: what is written to it only where it exists shows whether Redis takes writes, and changes nothing. */
  readonly writeProbe: string;
  /** The stream that names what was just stored. */
  readonly stored: string;
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
    formsRebuild: `${tag}:forms:rebuild`,
    usage: (userId, month) => `${tag}:usage:${month}:${userId}`,
    usageComplete: (month) => `${tag}:usage:${month}:complete`,
    idempotency: (name) => `${tag}:idempotency:${name}`,
    takenPlaces: `${tag}:taken-places`,
    receipt: (name) => `${tag}:receipt:${name}`,
    mailSent: (jobId) => `${tag}:mail-sent:${jobId}`,
    refusals: (formId) => `${tag}:refusals:${formId}`,
    refusalCounts: (formId, day) => `${tag}:refusals:${formId}:${day}`,
    attempts: (name) => `${tag}:attempts:${name}`,
    writeProbe: `${tag}:write-probe`,
    stored: `${tag}:stored`,
    formChanges: `${tag}:forms:changes`,
  };
}
