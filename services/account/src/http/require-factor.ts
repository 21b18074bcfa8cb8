import type { RequestHandler } from 'express';
import { secondFactorRequired } from '#errors.ts';
import type { Locals } from '#http/handler.ts';
import type { FactorDeps } from '#identity/factors/factor-deps.ts';
import { hasSecondFactor } from '#identity/factors/has-second-factor.ts';

/** A workspace may ask that its members have a second factor. A key stands for the person that made it. */
export function requireFactor(deps: Pick<FactorDeps, 'database'>): RequestHandler {
  return async (_request, response, next) => {
    const { person, user } = response.locals as Locals;
    const isRefused = person && user.requiresSecondFactor && !(await hasSecondFactor(deps, person.id));
    if (isRefused) throw secondFactorRequired();
    next();
  };
}
