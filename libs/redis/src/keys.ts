/**
 * The names of our keys. The braces make one hash tag, so that a script may touch several keys in a Redis Cluster.
 */
export interface RedisKeys {
  /** The prefix of BullMQ's keys. */
  readonly queues: string;
  /** The directory's entry of one form. */
  readonly form: (endpointId: string) => string;
  /** Present while the directory holds every form there is: then an absent entry means that there is no such form. */
  readonly formsComplete: string;
  /**
   * Set by a process before it rebuilds the directory: if it is gone at the end, Redis has lost the new
   * entries too.
   */
  readonly formsRebuild: string;
  /** What Redis may still spend of an account's quotas in a month. */
  readonly balance: (userId: string, month: string) => string;
  /** Of the release before: an account's count of a month, and the mark that a missing count is zero. */
  readonly usage: (userId: string, month: string) => string;
  readonly usageComplete: (month: string) => string;
  /** The digest of the payload that an idempotency key of a form stands for. */
  readonly idempotency: (name: string) => string;
  /** Reservations in a month that a transaction of the database has made, until its outcome is known. */
  readonly reservations: string;
  /** Marks a refund that was made. */
  readonly receipt: (name: string) => string;
  /** Present for a while after the mail server has taken a mail. */
  readonly mailSent: (jobId: string) => string;
  /** The latest refusals of a form. */
  readonly refusals: (formId: string) => string;
  /** A form's refusals of a day, counted by reason. */
  readonly refusalCounts: (formId: string, day: string) => string;
  /** The forms with refusals on a day. */
  readonly refusingForms: (day: string) => string;
  /** A counter of attempts, for a limit. */
  readonly attempts: (name: string) => string;
  /** Present while a worker has just looked which targets are due. */
  readonly deliverySweep: string;
  /** Names the turn of a target that is under way. */
  readonly deliveryTurn: (targetId: string) => string;
  /** Never exists: a conditional write to it shows whether Redis takes writes, and changes nothing. */
  readonly writeProbe: string;
  /** Written while ingest does not use Redis, to see whether it could. */
  readonly pathProbe: string;
  /** The channel that names forms with new submissions. */
  readonly storedForms: string;
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
    balance: (userId, month) => `${tag}:balance:${month}:${userId}`,
    usage: (userId, month) => `${tag}:usage:${month}:${userId}`,
    usageComplete: (month) => `${tag}:usage:${month}:complete`,
    idempotency: (name) => `${tag}:idempotency:${name}`,
    reservations: `${tag}:taken-places`,
    receipt: (name) => `${tag}:receipt:${name}`,
    mailSent: (jobId) => `${tag}:mail-sent:${jobId}`,
    refusals: (formId) => `${tag}:refusals:${formId}`,
    refusalCounts: (formId, day) => `${tag}:refusals:${formId}:${day}`,
    refusingForms: (day) => `${tag}:refusing-forms:${day}`,
    attempts: (name) => `${tag}:attempts:${name}`,
    deliverySweep: `${tag}:delivery-sweep`,
    deliveryTurn: (targetId) => `${tag}:delivery-turn:${targetId}`,
    writeProbe: `${tag}:write-probe`,
    pathProbe: `${tag}:path-probe`,
    storedForms: `${tag}:forms:stored`,
    formChanges: `${tag}:forms:changes`,
  };
}
