import { type RefusalDeclaration, refusals } from '@inlet/contracts/api/refusals';
import type { Route } from '@inlet/contracts/api/route';
import { actions } from '@inlet/contracts/roles';
import { malformedBody, serverError, tooLarge, unavailable, unsupportedType } from '@inlet/http/errors';
import { requestsOfAccount } from '#access/limits/limits.ts';
import { nameOfFeature } from '#access/name-of-feature.ts';
import { tooManyRequests } from '#errors.ts';
import { isChange, isSale } from '#http/guards.ts';
import type { ServedRoute } from '#http/handler.ts';
import { isForOwnPages } from '#http/require-same-site.ts';

/** The description of a refusal. */
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

/** Every refusal of a route: those of its access, limits and input, and its own. */
export function refusalsOf({ path, method, route }: ServedRoute): RefusalNote[] {
  const {
    access,
    action,
    feature,
    limit,
    needsConfirmation,
    needsPasswords,
    needsWriteKey,
    sendsMail,
    query,
    body,
    bodyLines,
    refusals: own = [],
  } = route;
  const isManagement = path.startsWith('/api/v1/');
  const names: (keyof typeof refusals)[] = [
    ...(isForOwnPages(path) ? (['crossSiteRefused'] as const) : []),
    ...accessRefusals(access, isChange(method, route)),
    ...rightRefusals(action),
    ...(needsWriteKey ? (['writeKeyRequired'] as const) : []),
    ...(needsConfirmation ? (['confirmationRequired'] as const) : []),
    ...(needsPasswords ? (['passwordsOff'] as const) : []),
    ...(limit ? (['tooManyAttempts'] as const) : []),
    ...(isSale(route, method) ? (['billingOff'] as const) : []),
    ...own,
  ];
  return [
    ...(isManagement ? [tooManyRequests(requestsOfAccount.max, 1), unavailable()] : []),
    ...(body ? [malformedBody(), tooLarge(), unsupportedType(), invalidInput] : []),
    ...(bodyLines ? [malformedBody(), unsupportedType()] : []),
    ...(access === 'stripe' || access === 'mailer' ? [tooLarge()] : []),
    ...(query ? [invalidInput] : []),
    ...names.map((name) => noteOf(refusals[name], 'N')),
    ...(feature ? [noteOf(refusals.featureNotInPlan, nameOfFeature(feature))] : []),
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
    case 'mailer':
      return ['invalidSignature'];
    case 'caller':
      return [...byKey, 'workspaceNotFound'];
    case 'workspace':
    case 'person':
      return ['unauthorized', 'personRequired', 'workspaceNotFound'];
    case 'session':
      return ['unauthorized', 'personRequired', 'noWorkspace', 'secondFactorRequired', 'workspaceNotFound'];
    case 'account':
      return [...byKey, 'noWorkspace', 'secondFactorRequired', 'workspaceNotFound'];
    case 'subscriber':
      return [...byKey, 'noWorkspace', 'secondFactorRequired', 'workspaceNotFound', 'subscriptionRequired'];
    case 'erasure':
      return [...byKey, 'secondFactorRequired', 'erasureNotFound'];
    case 'form':
    case 'target':
    case 'hook':
    case 'replay':
      return [...byKey, 'secondFactorRequired', 'subscriptionRequired', `${access}NotFound`];
  }
}

function rightRefusals(action: Route['action']): (keyof typeof refusals)[] {
  if (!action || action === 'self') return [];
  const { role, scope } = actions[action];
  return [...(role === 'viewer' ? [] : (['roleTooLow'] as const)), ...(scope ? (['scopeMissing'] as const) : [])];
}

/** `N` stands for a number that depends on the plan. */
function noteOf({ status, code, message }: RefusalDeclaration, detail: string): RefusalNote {
  const say = message as string | ((detail: string) => string);
  return { status, code, message: typeof say === 'string' ? say : say(detail) };
}
