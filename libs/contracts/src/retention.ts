/** Submissions that a form keeps in its spam folder; the oldest are deleted first. */
export const spamOfFormMax = 10_000;
/** Days that a submission stays in the spam folder. */
export const spamDaysMax = 90;
/** Days that an event stays in an account's audit trail. */
export const auditDaysMax = 400;
/** Days that an unconfirmed recipient of notifications is kept. */
export const unconfirmedDaysMax = 30;
/** Days that a submission that the database refused stays set aside. */
export const deadDaysMax = 90;
/** Ids of jobs and of directly stored batches. A job is not delivered again after this time. */
export const directBatchDaysMax = 7;
/** Days that daily counts by hour, origin and reason are kept. Analytics compare a year with the previous one. */
export const dailyCountDaysMax = 800;
/** Days that Redis keeps a refused request, with its time and website. */
export const refusalDaysMax = 7;
/** Days that a check-up of a form's page is kept. */
export const formCheckDaysMax = 30;
/** Days that an expired API key stays in its owner's list, to show why a program is refused. */
export const expiredKeyDaysMax = 30;
/** Days that an unused invitation is kept. */
export const expiredInvitationDaysMax = 365;
/** Months that a person who is in no workspace is kept after the last request. */
export const personMonthsMax = 12;
/** Days that a Stripe event is kept once it is processed, or if it never could be. */
export const stripeEventDaysMax = 30;
export const failedStripeEventDaysMax = 90;
/** Days that the spam filter remembers an owner's marks, so that they can be undone. */
export const lessonDaysMax = 90;
/** Days that the spam filter keeps the hash of a word that no newly marked submission contains. */
export const spamWordDaysMax = 400;
/** Years that an erasure is kept with its receipt, as proof. */
export const erasureYearsMax = 3;
/** Days that the hash of an address with an auto-reply is kept. */
export const autoReplyDaysMax = 2;
/** Days that the hash of an address with a waitlist mail is kept. */
export const waitlistMailDaysMax = 365;
/**
 * Days that a suppressed address is kept after it last stopped a mail. This is longer than the interval of a yearly
 * mail.
 */
export const suppressionDaysMax = 730;
