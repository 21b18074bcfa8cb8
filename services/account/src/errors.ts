import { submissionLimitMessage } from '@inlet/contracts/submit-answers';
import { defineHttpError } from '@inlet/service/http-error';

export const invalidCredentials = defineHttpError(401, 'invalid_credentials', 'Invalid email or password');
export const sessionEnded = defineHttpError(401, 'session_ended', 'The session has ended. Please sign in again.');
export const unauthorized = defineHttpError(401, 'unauthorized', 'Sign in to continue', () => ({
  headers: { 'www-authenticate': 'Bearer' },
}));
export const crossSiteRefused = defineHttpError(403, 'cross_site', 'This request came from another website');
export const subscriptionRequired = defineHttpError(
  402,
  'subscription_required',
  'An active subscription is required. Choose a plan to continue.',
);
export const formNotFound = defineHttpError(404, 'form_not_found', 'Form not found');
export const formInactive = defineHttpError(
  409,
  'form_inactive',
  'This form is inactive and takes no submissions. Make it active in its settings first.',
);
export const formLimitReached = defineHttpError(
  403,
  'form_limit_reached',
  (limit: number) => `You've reached your form limit (${limit}). Upgrade your plan to create more forms.`,
);
export const featureNotInPlan = defineHttpError(
  403,
  'feature_not_in_plan',
  (feature: string) => `${feature} is not part of your plan. Upgrade your plan to use it.`,
);
export const submissionLimitReached = defineHttpError(429, 'submission_limit_reached', submissionLimitMessage);
export const invalidCursor = defineHttpError(422, 'invalid_cursor', 'The cursor is not one that this list gave out');
export const personRequired = defineHttpError(
  403,
  'person_required',
  'An API key cannot be used here. Sign in instead.',
);
export const keyMayOnlyRead = defineHttpError(
  403,
  'key_may_only_read',
  'This API key may read and not change anything',
);
export const apiKeyNotFound = defineHttpError(404, 'api_key_not_found', 'API key not found');
export const apiKeyLimitReached = defineHttpError(
  403,
  'api_key_limit_reached',
  (limit: number) => `An account can have at most ${limit} API keys. Revoke one that is not used any more.`,
);
export const submissionNotFound = defineHttpError(404, 'submission_not_found', 'Submission not found');
export const sessionNotFound = defineHttpError(404, 'session_not_found', 'Session not found');
export const emailTaken = defineHttpError(409, 'email_taken', 'An account with this email address exists already');
export const inviteRequired = defineHttpError(
  403,
  'invite_required',
  'Inlet is open by invitation only. Join the waitlist to get one.',
);
export const invalidToken = defineHttpError(
  400,
  'invalid_token',
  'This link is not valid any more. Ask for a new one.',
);
export const sameEmail = defineHttpError(422, 'invalid_input', 'Your account has this address already', () => ({
  issues: [{ field: 'email', message: 'Your account has this address already' }],
}));
export const badPassword = defineHttpError(
  422,
  'invalid_input',
  (problem: string, _field: string) => problem,
  (message, field) => ({ issues: [{ field, message }] }),
);
export const wrongPassword = defineHttpError(403, 'wrong_password', 'The password is not right');
export const tooManyAttempts = defineHttpError<[number]>(
  429,
  'rate_limited',
  'Too many attempts. Please wait a moment and try again.',
  (seconds) => ({ headers: { 'retry-after': String(seconds) } }),
);
export const tooManyListeners = defineHttpError(
  429,
  'too_many_listeners',
  (limit: number) => `An account can have at most ${limit} live views open at once. Close one that is not needed.`,
  () => ({ headers: { 'retry-after': '10' } }),
);
export const tooManyExports = defineHttpError(
  429,
  'too_many_exports',
  (limit: number) => `${limit} exports of this account are under way. Wait until one of them is complete.`,
  () => ({ headers: { 'retry-after': '10' } }),
);
export const tooManyDeletions = defineHttpError(
  429,
  'too_many_deletions',
  'A deletion of what a filter finds is under way for this account. Wait until it is complete.',
  () => ({ headers: { 'retry-after': '10' } }),
);
export const tooManyRequests = defineHttpError<[number, number]>(
  429,
  'rate_limited',
  (perMinute) => `An account can send ${perMinute} requests a minute. Please wait a moment and try again.`,
  (_perMinute, seconds) => ({ headers: { 'retry-after': String(seconds) } }),
);
export const searchesBusy = defineHttpError(
  503,
  'searches_busy',
  'Too many searches are under way right now. Please try again in a moment.',
  () => ({ headers: { 'retry-after': '5' } }),
);
export const searchTooLong = defineHttpError(
  503,
  'search_too_long',
  'The search took too long. Choose a shorter period, or try again in a moment.',
  () => ({ headers: { 'retry-after': '5' } }),
);
export const exportsBusy = defineHttpError(
  503,
  'exports_busy',
  'Too many exports are under way right now. Please try again in a moment.',
  () => ({ headers: { 'retry-after': '10' } }),
);
