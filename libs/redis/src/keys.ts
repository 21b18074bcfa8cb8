/**
 * The names of our keys. The braces make one hash tag, so that a script may touch several keys in a Redis Cluster.
 */
export interface RedisKeys {
  /** The prefix of BullMQ's keys. */
  readonly queues: string;
  /** The directory's entry of one form. */
  readonly form: (endpointId: string) => string;
  /** Present while the directory is complete: a missing entry then means that the form does not exist. */
  readonly formsComplete: string;
  /**
   * Set by a process before it rebuilds the directory: if it is gone at the end, Redis has also lost the new entries.
   */
  readonly formsRebuild: string;
  /** An account's usage of a month. */
  readonly counter: (userId: string, month: string) => string;
  /** The submissions that count towards a form's maximum number. */
  readonly formCounter: (formId: string, version: number) => string;
  /** The time since which Redis counts everything that is queued; a missing counter of a later month is zero. */
  readonly countersSince: string;
  /** Present while every active account has its counter. */
  readonly countersComplete: string;
  /** Present for an hour after the counters were compared with the database; the second key is for a single account. */
  readonly countersCompared: string;
  readonly counterCompared: (userId: string, month: string) => string;
  readonly formCounterCompared: (formId: string, version: number) => string;
  /** The submissions and bytes of a month that ingest of the previous release may still use. */
  readonly balance: (userId: string, month: string) => string;
  /** The digest of the payload that belongs to a form's idempotency key. */
  readonly idempotency: (name: string) => string;
  /** Marks a completed write. */
  readonly receipt: (name: string) => string;
  /** Present for a while after the mail server accepted a mail. */
  readonly mailSent: (jobId: string) => string;
  /** What the check of the sender found, for some minutes. */
  readonly senderCheck: string;
  /** The sender of a test mail, and what became of the mail, for an hour each. */
  readonly testMail: (mailId: string) => string;
  readonly mailOutcome: (mailId: string) => string;
  /** The latest refusals of a form. */
  readonly refusals: (formId: string) => string;
  /** A form's refusals of a day, counted by reason. */
  readonly refusalCounts: (formId: string, day: string) => string;
  /** When a form first refused a submission for each limit of a month. */
  readonly refusalsBegan: (formId: string, month: string) => string;
  /** Forms with refusals on a day. */
  readonly refusingForms: (day: string) => string;
  /** The counter of a rate limit. */
  readonly attempts: (name: string) => string;
  /** A machine that asks for a key, by the hash of its device code; the answer; and the pause until its next poll. */
  readonly deviceRequest: (codeHash: string) => string;
  readonly deviceAnswer: (codeHash: string) => string;
  readonly devicePoll: (codeHash: string) => string;
  /** The hash of the device code that belongs to the code that people type. */
  readonly deviceUserCode: (userCode: string) => string;
  /** Present shortly after a worker has checked which targets are due. */
  readonly deliverySweep: string;
  /** The lease of a target whose deliveries are running. */
  readonly deliveryLease: (targetId: string) => string;
  /** Never exists: a conditional write to it shows whether Redis accepts writes, and changes nothing. */
  readonly writeProbe: string;
  /** Written while ingest does not use Redis, to check whether it could. */
  readonly pathProbe: string;
  /** The channel that announces forms with new submissions. */
  readonly storedForms: string;
  /** The channel that announces endpoint ids whose entry has changed. */
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
    counter: (userId, month) => `${tag}:counter:${month}:${userId}`,
    formCounter: (formId, version) => `${tag}:form-counter:${version}:${formId}`,
    countersSince: `${tag}:counters:since`,
    countersComplete: `${tag}:counters:complete`,
    countersCompared: `${tag}:counters:compared`,
    counterCompared: (userId, month) => `${tag}:counters:compared:${month}:${userId}`,
    formCounterCompared: (formId, version) => `${tag}:form-counters:compared:${version}:${formId}`,
    balance: (userId, month) => `${tag}:balance:${month}:${userId}`,
    idempotency: (name) => `${tag}:idempotency:${name}`,
    receipt: (name) => `${tag}:receipt:${name}`,
    mailSent: (jobId) => `${tag}:mail-sent:${jobId}`,
    senderCheck: `${tag}:sender-check`,
    testMail: (mailId) => `${tag}:test-mail:${mailId}`,
    mailOutcome: (mailId) => `${tag}:mail-outcome:${mailId}`,
    refusals: (formId) => `${tag}:refusals:${formId}`,
    refusalCounts: (formId, day) => `${tag}:refusals:${formId}:${day}`,
    refusalsBegan: (formId, month) => `${tag}:refusals-began:${formId}:${month}`,
    refusingForms: (day) => `${tag}:refusing-forms:${day}`,
    attempts: (name) => `${tag}:attempts:${name}`,
    deviceRequest: (codeHash) => `${tag}:device:${codeHash}`,
    deviceAnswer: (codeHash) => `${tag}:device-answer:${codeHash}`,
    devicePoll: (codeHash) => `${tag}:device-poll:${codeHash}`,
    deviceUserCode: (userCode) => `${tag}:device-code:${userCode}`,
    deliverySweep: `${tag}:delivery-sweep`,
    deliveryLease: (targetId) => `${tag}:delivery-turn:${targetId}`,
    writeProbe: `${tag}:write-probe`,
    pathProbe: `${tag}:path-probe`,
    storedForms: `${tag}:forms:stored`,
    formChanges: `${tag}:forms:changes`,
  };
}
