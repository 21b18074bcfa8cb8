/** Submissions that a form keeps in its spam folder; beyond it the oldest are deleted first. */
export const spamOfFormMax = 10_000;
/** Days that a submission stays in the spam folder. */
export const spamDaysMax = 90;
/** Days that an event stays in an account's audit trail. */
export const auditDaysMax = 400;
/** Days that a recipient of notifications stays that was asked and has not confirmed. */
export const unconfirmedDaysMax = 30;
/** Days that a submission stays set aside that the database refused. */
export const deadDaysMax = 90;
/** Ids of jobs and of what was stored without Redis. A job is not delivered again after this time. */
export const directBatchDaysMax = 7;
/** Days that the counts of a day stay, by hour, origin and reason. Analytics compare a year with the one before it. */
export const dailyCountDaysMax = 800;
/** Days that Redis keeps a refused request, with its time and website. */
export const refusalDaysMax = 7;
/** Days that an API key that expired stays in its owner's list, to show why a program is refused. */
export const expiredKeyDaysMax = 30;
/** Days that an invitation that nobody used stays. */
export const expiredInvitationDaysMax = 365;
/** Days that an event of Stripe stays once it is worked off, and one that never could be. */
export const stripeEventDaysMax = 30;
export const failedStripeEventDaysMax = 90;
/** Days that the filter remembers what an owner marked, as far as it needs to for taking it back. */
export const lessonDaysMax = 90;
/** Days that the filter remembers a word (a hash of it) that no marked submission has had since. */
export const spamWordDaysMax = 400;
/** Years that an erasure stays with its receipt, as the proof that it was done. */
export const erasureYearsMax = 3;
/** Days that a hash of an address stays that a form answered by mail. */
export const autoReplyDaysMax = 2;
/** Days that a hash of an address stays that was told that it is on the waitlist. */
export const waitlistMailDaysMax = 365;
/** Days that an address stays that gets no mail, after it last stopped one. Longer than a yearly mail is apart. */
export const suppressionDaysMax = 730;
