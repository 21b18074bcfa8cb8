import { type RefusalName, refusals } from '@inlet/contracts/api/refusals';
import { HttpError } from '@inlet/http/errors';

type Detail<Message> = Message extends (detail: infer Value) => string ? [detail: Value] : [];
type Errors = { readonly [Name in RefusalName]: (...detail: Detail<(typeof refusals)[Name]['message']>) => HttpError };

/** An error for each refusal of the catalogue. */
const errors = Object.fromEntries(
  Object.entries(refusals).map(([name, { status, code, message, ...details }]) => {
    const say = message as string | ((detail: unknown) => string);
    const make = (detail: unknown) => new HttpError(status, code, typeof say === 'string' ? say : say(detail), details);
    return [name, make];
  }),
) as unknown as Errors;

export const {
  accessDenied,
  addressNotAllowed,
  alreadyMember,
  apiKeyLimitReached,
  apiKeyNotFound,
  attemptNotFound,
  authorizationPending,
  billingAddressRequired,
  billingOff,
  checkLimitReached,
  checkNotFound,
  checkRunning,
  confirmationRequired,
  crossSiteRefused,
  cursorExpired,
  deviceCodeNotFound,
  deviceCodeUsed,
  deviceUnavailable,
  emailNotConfirmed,
  emailTaken,
  erasureNotFound,
  expiredToken,
  exportsBusy,
  featureNotInPlan,
  fileNotFound,
  formInactive,
  formLimitReached,
  formLimitOfInstallation,
  formNotFound,
  hookNotFound,
  identityNotFound,
  importLimitOfInstallation,
  importLimitReached,
  importNotFound,
  importRunning,
  importTooLarge,
  importUndone,
  invalidCredentials,
  invitationLimitReached,
  invitationNotFound,
  invalidCursor,
  invalidPasskey,
  invalidSecondFactor,
  invalidToken,
  inviteRequired,
  keyMayOnlyRead,
  lastOwner,
  lastWayIn,
  linkExpired,
  memberNotFound,
  mailEventsOff,
  noWorkspace,
  nothingStopped,
  otherInvitation,
  passkeyLimitReached,
  passkeyNotFound,
  passkeyTaken,
  passwordsOff,
  personRequired,
  providerNotFound,
  providerUnavailable,
  recipientNotFound,
  replayNotFound,
  replayUnderWay,
  roleTooLow,
  rulesChanged,
  scopeMissing,
  searchesBusy,
  searchTooLong,
  secondFactorOff,
  secondFactorOn,
  secondFactorRequired,
  sessionEnded,
  sessionNotFound,
  signInExpired,
  submissionLimitOfInstallation,
  submissionLimitReached,
  submissionNotFound,
  subscriptionRequired,
  targetLimitReached,
  targetNotFound,
  testMailLimitReached,
  testMailNotFound,
  testUnanswered,
  tooManyDeletions,
  tooManyExports,
  tooManyFeedReaders,
  tooManyListeners,
  tooManyToSort,
  unauthorized,
  viewLimitReached,
  viewNotFound,
  workspaceLimitReached,
  workspaceNotFound,
  writeKeyRequired,
  wrongCode,
  wrongPasskey,
  wrongPassword,
  alreadySubscribed,
  cancellationFailed,
  changeFailed,
  checkoutFailed,
  foreignReturnAddress,
  invalidSignature,
  invoicesFailed,
  noSubscription,
  notForSale,
  nothingToManage,
  notYourself,
  oneSpotPerPerson,
  paymentDue,
  paymentFailed,
  portalFailed,
  previewExpired,
  priceNotFound,
  samePrice,
  slowDown,
  soldOut,
  subscriptionEnds,
} = errors;

export const tooManyAttempts = (seconds: number) => retryLater(errors.tooManyAttempts(), seconds);
export const tooManyRequests = (perMinute: number, seconds: number) =>
  retryLater(errors.tooManyRequests(perMinute), seconds);

export function invalidField(problem: string, field: string): HttpError {
  return new HttpError(422, 'invalid_input', problem, { issues: [{ field, message: problem }] });
}
export const sameEmail = () => invalidField('Your account has this address already', 'email');

function retryLater({ status, code, message }: HttpError, seconds: number): HttpError {
  return new HttpError(status, code, message, { headers: { 'retry-after': String(seconds) } });
}
