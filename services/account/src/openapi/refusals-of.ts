import {
  HttpError,
  malformedBody,
  serverError,
  tooLarge,
  unavailable,
  unsupportedType,
} from '@inlet/service/http-error';
import { requestsOfAccount } from '#access/limits/limits.ts';
import {
  crossSiteRefused,
  keyMayOnlyRead,
  personRequired,
  subscriptionRequired,
  tooManyRequests,
  unauthorized,
} from '#errors.ts';
import { methodOf, type Operation, pathOf } from '#openapi/operation.ts';

const invalidInput = new HttpError(
  422,
  'invalid_input',
  'A field is missing or not valid; `issues` says which and why',
);

/** Every refusal that a route can answer with, by status. */
export function refusalsOf(operation: Operation): HttpError[] {
  const { refusals = [], isOwn = true } = operation;
  const all = isOwn
    ? [
        ...accessRefusals(operation),
        ...managementRefusals(operation),
        ...inputRefusals(operation),
        ...refusals,
        serverError(),
      ]
    : refusals;
  return all.toSorted((a, b) => a.status - b.status);
}

function accessRefusals(operation: Operation): HttpError[] {
  const crossSite = pathOf(operation).startsWith('/api/auth/') ? [crossSiteRefused()] : [];
  const reading = methodOf(operation) === 'GET' ? [] : [keyMayOnlyRead()];
  switch (operation.access) {
    case 'everybody':
      return crossSite;
    case 'person':
      return [...crossSite, unauthorized(), personRequired()];
    case 'caller':
      return [unauthorized(), ...reading];
    case 'subscriber':
      return [unauthorized(), subscriptionRequired(), ...reading];
  }
}

/** Of every route behind the limit of requests; each of them asks the database. */
function managementRefusals(operation: Operation): HttpError[] {
  if (!pathOf(operation).startsWith('/api/v1/')) return [];
  return [tooManyRequests(requestsOfAccount.max, requestsOfAccount.windowSeconds), unavailable()];
}

function inputRefusals({ query, body }: Operation): HttpError[] {
  if (body) return [malformedBody(), tooLarge(), unsupportedType(), invalidInput];
  return query ? [invalidInput] : [];
}
