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
export const formLimitReached = defineHttpError(
  403,
  'form_limit_reached',
  (limit: number) => `You've reached your form limit (${limit}). Upgrade your plan to create more forms.`,
);
export const invalidCursor = defineHttpError(422, 'invalid_cursor', 'The cursor is not one that this list gave out');
