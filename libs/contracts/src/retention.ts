/** Submissions that a form keeps in its spam folder; beyond it the oldest are deleted first. */
export const spamOfFormMax = 10_000;
/** Days that a submission stays in the spam folder. */
export const spamDaysMax = 90;
/** Days that an event stays in an account's audit trail. */
export const auditDaysMax = 400;
/** Days that a recipient of notifications stays that was asked and has not confirmed. */
export const unconfirmedDaysMax = 30;
