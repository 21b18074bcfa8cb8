import { type Refusal, refusals } from '@inlet/contracts/api/refusals';
import type { Route } from '@inlet/contracts/api/route';
import { malformedBody, serverError, tooLarge, unavailable, unsupportedType } from '@inlet/service/http-error';
import { requestsOfAccount } from '#access/limits/limits.ts';
import { tooManyRequests } from '#errors.ts';
import type { ServedRoute } from '#http/handler.ts';

/** A refusal as it is described. */
export interface RefusalNote {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

const invalidInput = {
  status: 422,
  code: 'invalid_input',
  message: 'A field is missing or not valid; `issues` says which and why',
};

/** Every refusal of a route: those that follow from its access, its limits and its input, and its own. */
export function refusalsOf({ path, method, route }: ServedRoute): RefusalNote[] {
  const { access, feature, limit, sendsMail, query, body, refusals: own = [] } = route;
  const isManagement = path.startsWith('/api/v1/');
  const names: (keyof typeof refusals)[] = [
    ...(path.startsWith('/api/auth/') ? (['crossSiteRefused'] as const) : []),
    ...accessRefusals(access, method !== 'get'),
    ...(feature ? (['featureNotInPlan'] as const) : []),
    ...(limit ? (['tooManyAttempts'] as const) : []),
    ...own,
  ];
  return [
    ...(isManagement ? [tooManyRequests(requestsOfAccount.max, 1), unavailable()] : []),
    ...(body ? [malformedBody(), tooLarge(), unsupportedType(), invalidInput] : []),
    ...(access === 'stripe' ? [tooLarge()] : []),
    ...(query ? [invalidInput] : []),
    ...names.map((name) => noteOf(refusals[name])),
    ...(sendsMail ? [unavailable()] : []),
    serverError(),
  ];
}

function accessRefusals(access: Route['access'], isChange: boolean): (keyof typeof refusals)[] {
  const byKey = ['unauthorized', ...(isChange ? (['keyMayOnlyRead'] as const) : [])] as const;
  switch (access) {
    case 'public':
    case 'internal':
      return [];
    case 'stripe':
      return ['invalidSignature'];
    case 'session':
      return ['unauthorized', 'personRequired'];
    case 'account':
      return [...byKey];
    case 'subscriber':
      return [...byKey, 'subscriptionRequired'];
    case 'form':
      return [...byKey, 'subscriptionRequired', 'formNotFound'];
  }
}

/** `N` stands for a number that depends on the plan; the one feature that a route asks for is analytics. */
function noteOf({ status, code, message }: Refusal): RefusalNote {
  const say = message as string | ((detail: string) => string);
  return {
    status,
    code,
    message: typeof say === 'string' ? say : say(code === 'feature_not_in_plan' ? 'Analytics' : 'N'),
  };
}
