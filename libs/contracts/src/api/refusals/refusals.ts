import { billingRefusals } from '#api/refusals/billing-refusals.ts';
import { checkRefusals } from '#api/refusals/check-refusals.ts';
import { deviceRefusals } from '#api/refusals/device-refusals.ts';
import { factorRefusals } from '#api/refusals/factor-refusals.ts';
import { importRefusals } from '#api/refusals/import-refusals.ts';
import { mailRefusals } from '#api/refusals/mail-refusals.ts';
import { providerRefusals } from '#api/refusals/provider-refusals.ts';
import { workspaceRefusals } from '#api/refusals/workspace-refusals.ts';
import { monthFullMessage, submissionLimitMessage } from '#forms/submit-answers.ts';

/** A number that depends on the plan or the caller; the API description shows `N`. */
type Count = number | 'N';

const seconds = (count: number) => ({ 'retry-after': String(count) });

/** Every refusal of the management API: its status, its stable code for programs, and its sentence for people. */
export const refusals = {
  ...billingRefusals,
  ...workspaceRefusals,
  ...checkRefusals,
  ...factorRefusals,
  ...providerRefusals,
  ...deviceRefusals,
  ...mailRefusals,
  ...importRefusals,
  foreignReturnAddress: {
    status: 400,
    code: 'invalid_return_url',
    message: 'The address to return to must be on this website',
  },
  invalidSignature: { status: 400, code: 'invalid_signature', message: 'The signature does not fit the body' },
  invalidToken: { status: 400, code: 'invalid_token', message: 'This link is not valid any more. Ask for a new one.' },
  invalidCredentials: { status: 401, code: 'invalid_credentials', message: 'Invalid email or password' },
  sessionEnded: { status: 401, code: 'session_ended', message: 'The session has ended. Please sign in again.' },
  unauthorized: {
    status: 401,
    code: 'unauthorized',
    message: 'Sign in to continue',
    headers: { 'www-authenticate': 'Bearer' },
  },
  apiKeyLimitReached: {
    status: 403,
    code: 'api_key_limit_reached',
    message: (limit: Count) => `An account can have at most ${limit} API keys. Revoke one that is not used any more.`,
  },
  confirmationRequired: {
    status: 403,
    code: 'confirmation_required',
    message: 'Confirm with your password that it is you, then try again.',
  },
  crossSiteRefused: { status: 403, code: 'cross_site', message: 'This request came from another website' },
  featureNotInPlan: {
    status: 403,
    code: 'feature_not_in_plan',
    message: (feature: string) => `${feature} is not part of your plan. Upgrade your plan to use it.`,
  },
  formLimitOfInstallation: {
    status: 403,
    code: 'form_limit_reached',
    message: (limit: Count) => `You've reached your form limit (${limit}).`,
  },
  formLimitReached: {
    status: 403,
    code: 'form_limit_reached',
    message: (limit: Count) => `You've reached your form limit (${limit}). Upgrade your plan to create more forms.`,
  },
  inviteRequired: {
    status: 403,
    code: 'invite_required',
    message: 'Inlet is open by invitation only.',
  },
  keyMayOnlyRead: { status: 403, code: 'key_may_only_read', message: 'This API key may read and not change anything' },
  linkExpired: {
    status: 403,
    code: 'link_expired',
    message: 'This link is not valid any more. Open the submission again for a new one.',
  },
  notYourself: {
    status: 403,
    code: 'not_yourself',
    message: 'This can only be done for the account that is signed in',
  },
  otherInvitation: {
    status: 403,
    code: 'other_invitation',
    message: 'This invitation is for another address. Sign in with that one.',
  },
  personRequired: { status: 403, code: 'person_required', message: 'An API key cannot be used here. Sign in instead.' },
  targetLimitReached: {
    status: 403,
    code: 'target_limit_reached',
    message: (limit: Count) => `A form can have at most ${limit} integrations. Delete one that is not used any more.`,
  },
  viewLimitReached: {
    status: 403,
    code: 'view_limit_reached',
    message: (limit: Count) => `A form can have at most ${limit} saved views. Delete one that is not used any more.`,
  },
  writeKeyRequired: {
    status: 403,
    code: 'write_key_required',
    message: 'An API key with the scope `read` cannot see where events are delivered. Use one with the scope `write`.',
  },
  wrongPassword: { status: 403, code: 'wrong_password', message: 'Incorrect password' },
  apiKeyNotFound: { status: 404, code: 'api_key_not_found', message: 'API key not found' },
  attemptNotFound: { status: 404, code: 'attempt_not_found', message: 'Attempt not found' },
  erasureNotFound: { status: 404, code: 'erasure_not_found', message: 'Erasure not found' },
  fileNotFound: { status: 404, code: 'file_not_found', message: 'File not found' },
  formNotFound: { status: 404, code: 'form_not_found', message: 'Form not found' },
  hookNotFound: { status: 404, code: 'hook_not_found', message: 'Hook not found' },
  mailEventsOff: {
    status: 404,
    code: 'mail_events_off',
    message: 'This installation takes no such reports',
  },
  recipientNotFound: { status: 404, code: 'recipient_not_found', message: 'This form has no such recipient' },
  replayNotFound: { status: 404, code: 'replay_not_found', message: 'Replay not found' },
  sessionNotFound: { status: 404, code: 'session_not_found', message: 'Session not found' },
  submissionNotFound: { status: 404, code: 'submission_not_found', message: 'Submission not found' },
  targetNotFound: { status: 404, code: 'target_not_found', message: 'Integration not found' },
  viewNotFound: { status: 404, code: 'view_not_found', message: 'View not found' },
  emailTaken: { status: 409, code: 'email_taken', message: 'An account with this email address exists already' },
  formInactive: {
    status: 409,
    code: 'form_inactive',
    message: 'This form is inactive and takes no submissions. Make it active in its settings first.',
  },
  rulesChanged: { status: 409, code: 'rules_changed', message: 'Somebody changed the rules. Read them again first.' },
  nothingStopped: {
    status: 409,
    code: 'nothing_to_skip',
    message: 'No failed delivery stops this integration',
  },
  replayUnderWay: {
    status: 409,
    code: 'replay_under_way',
    message: 'A replay to this integration is under way. Wait until it is complete.',
  },
  cursorExpired: {
    status: 410,
    code: 'cursor_expired',
    message: 'The changes after this cursor are not kept any more. Begin again without `after`.',
  },
  addressNotAllowed: {
    status: 422,
    code: 'address_not_allowed',
    message: (reason: string) => reason,
  },
  invalidCursor: { status: 422, code: 'invalid_cursor', message: 'The cursor is not one that this list gave out' },
  submissionLimitOfInstallation: { status: 429, code: 'submission_limit_reached', message: monthFullMessage },
  tooManyToSort: {
    status: 422,
    code: 'too_many_to_sort',
    message: (limit: Count) =>
      `A field can sort up to ${limit.toLocaleString('en')} submissions. Filter the list first, or sort it by time.`,
  },
  submissionLimitReached: { status: 429, code: 'submission_limit_reached', message: submissionLimitMessage },
  tooManyAttempts: {
    status: 429,
    code: 'rate_limited',
    message: 'Too many attempts. Please wait a moment and try again.',
  },
  tooManyDeletions: {
    status: 429,
    code: 'too_many_deletions',
    message: 'A deletion of what a filter finds is under way for this account. Wait until it is complete.',
    headers: seconds(10),
  },
  tooManyExports: {
    status: 429,
    code: 'too_many_exports',
    message: (limit: Count) => `${limit} exports of this account are under way. Wait until one of them is complete.`,
    headers: seconds(10),
  },
  tooManyFeedReaders: {
    status: 429,
    code: 'too_many_readers',
    message: (limit: Count) =>
      `${limit} requests of this account are reading changes. Wait until one of them is complete.`,
    headers: seconds(5),
  },
  tooManyListeners: {
    status: 429,
    code: 'too_many_listeners',
    message: (limit: Count) =>
      `An account can have at most ${limit} live views open at once. Close one that is not needed.`,
    headers: seconds(10),
  },
  tooManyRequests: {
    status: 429,
    code: 'rate_limited',
    message: (perMinute: Count) =>
      `An account can send ${perMinute} requests a minute. Please wait a moment and try again.`,
  },
  exportsBusy: {
    status: 503,
    code: 'exports_busy',
    message: 'Too many exports are under way right now. Please try again in a moment.',
    headers: seconds(10),
  },
  testUnanswered: {
    status: 503,
    code: 'test_unanswered',
    message: 'The test delivery has not been made yet. Please try again in a moment.',
    headers: seconds(5),
  },
  searchesBusy: {
    status: 503,
    code: 'searches_busy',
    message: 'Too many searches are under way right now. Please try again in a moment.',
    headers: seconds(5),
  },
  searchTooLong: {
    status: 503,
    code: 'search_too_long',
    message: 'The search took too long. Choose a shorter period, or try again in a moment.',
    headers: seconds(5),
  },
} as const satisfies Readonly<Record<string, RefusalDeclaration>>;
export type RefusalName = keyof typeof refusals;

export interface RefusalDeclaration {
  readonly status: number;
  readonly code: string;
  /** A sentence, or a function that adds the limit or feature that caused the refusal. */
  readonly message: string | ((detail: never) => string);
  readonly headers?: Readonly<Record<string, string>>;
}
