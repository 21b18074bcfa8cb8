import { deliveryDaysMax } from '#deliveries/targets.ts';
import { changeDaysMax } from '#inbox/changes.ts';
import { clickDaysMax } from '#inbox/confirmation.ts';
import { unattachedHoursMax } from '#inbox/files.ts';
import {
  auditDaysMax,
  autoReplyDaysMax,
  dailyCountDaysMax,
  deadDaysMax,
  directBatchDaysMax,
  erasureYearsMax,
  expiredInvitationDaysMax,
  expiredKeyDaysMax,
  failedStripeEventDaysMax,
  formCheckDaysMax,
  lessonDaysMax,
  personMonthsMax,
  refusalDaysMax,
  spamDaysMax,
  spamOfFormMax,
  spamWordDaysMax,
  stripeEventDaysMax,
  suppressionDaysMax,
  unconfirmedDaysMax,
  waitlistMailDaysMax,
} from '#retention.ts';

interface MaximumAge {
  readonly what: string;
  readonly kept: string;
}

const days = (count: number) => `${count} days`;

/** Data that expires, and when. The documentation shows this table, and each line is enforced. */
export const maximumAges = {
  submissions: { what: 'Submissions in the inbox', kept: 'Until you delete them, or the days of their form' },
  spam: {
    what: 'Submissions in the spam folder',
    kept: `${days(spamDaysMax)}; the newest ${spamOfFormMax.toLocaleString('en')} of a form`,
  },
  dead: { what: 'Submissions that could not be stored, set aside', kept: days(deadDaysMax) },
  uploads: {
    what: 'Files of submissions that were never stored',
    kept: `${unattachedHoursMax} hours`,
  },
  directBatches: {
    what: 'Ids of batches that were stored, and of submissions of an outage',
    kept: days(directBatchDaysMax),
  },
  changes: {
    what: 'Changes of the feed (ids and times, no content)',
    kept: `${days(changeDaysMax)}, and up to a month more`,
  },
  deliveries: {
    what: 'Deliveries to integrations that failed or are paused',
    kept: `${days(deliveryDaysMax)}; what failed in strict order, from then on while its integration is stopped`,
  },
  attempts: { what: 'The log of deliveries, with answers', kept: `${days(deliveryDaysMax)}, and up to a week more` },
  refused: { what: 'Refused requests, with time, website and reason', kept: days(refusalDaysMax) },
  dailyCounts: {
    what: 'Counts of analytics, by day, hour, website and reason of refusal, and views of hosted pages',
    kept: `${days(dailyCountDaysMax)}, and up to a month more`,
  },
  formChecks: { what: 'Check-ups of a page, with their findings', kept: days(formCheckDaysMax) },
  audit: { what: 'Activity of the account', kept: `${days(auditDaysMax)}, and up to a month more` },
  recipients: { what: 'Recipients of notifications that did not confirm', kept: days(unconfirmedDaysMax) },
  autoReplies: {
    what: 'That a form answered an address, or asked it to confirm (a hash of it)',
    kept: days(autoReplyDaysMax),
  },
  waitlistMails: {
    what: 'That an address was told that it is on the waitlist (a hash of it)',
    kept: days(waitlistMailDaysMax),
  },
  notices: {
    what: 'Which submissions a mail must still name, or must not name again',
    kept: `Until the mail, a day at most; what it must not name again ${days(clickDaysMax)} at most`,
  },
  suppressions: {
    what: 'Addresses that get no mail: it came back, or they want none',
    kept: `${days(suppressionDaysMax)} after the last mail that was not sent to them`,
  },
  mails: { what: 'Mails that could not be sent', kept: '8 days' },
  lessons: { what: 'What you marked as spam or not, to take it back', kept: days(lessonDaysMax) },
  spamWords: {
    what: 'Words of the spam filter (hashes)',
    kept: `${days(spamWordDaysMax)} after they last stood in a mark`,
  },
  searchIndex: { what: 'The search index of a form', kept: '30 days after its last search' },
  sessions: { what: 'Sign-ins on a device', kept: '30 days after the last use, 90 at most' },
  mailedLinks: { what: 'Mailed links', kept: 'Until they expire, 7 days at most' },
  signInSteps: { what: 'Sign-ins that wait for their second step', kept: 'Five minutes; removed within the hour' },
  keys: { what: 'API keys that expired', kept: days(expiredKeyDaysMax) },
  invitations: { what: 'Invitations that nobody used', kept: `${days(expiredInvitationDaysMax)} after they expire` },
  people: {
    what: 'People who are in no workspace, with their passkeys and second factors',
    kept: `${personMonthsMax} months after their last request`,
  },
  stripeEvents: {
    what: 'Events of Stripe',
    kept: `${days(stripeEventDaysMax)} after they are worked off, ${failedStripeEventDaysMax} if they never are`,
  },
  erasures: {
    what: 'Erasures, with their receipts (no address)',
    kept: `${erasureYearsMax} years`,
  },
  backups: { what: 'Backups', kept: 'Until they are replaced, 35 days at most' },
  idempotency: { what: 'Idempotency keys (a digest)', kept: '24 hours' },
} as const satisfies Record<string, MaximumAge>;
