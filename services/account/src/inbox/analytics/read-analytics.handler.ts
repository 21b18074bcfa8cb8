import { type Analytics, analyticsQuerySchema } from '@inlet/contracts/analytics';
import { planAllows } from '@inlet/contracts/plans';
import { validate } from '@inlet/service/validate';
import type { Request, RequestHandler, Response } from 'express';
import { currentUser } from '#access/caller.ts';
import type { AccountDeps } from '#deps/account-deps.ts';
import { featureNotInPlan } from '#errors.ts';
import { ownForm } from '#forms/own-form.ts';
import { type Received, readReceived } from '#inbox/analytics/analytics.store.ts';

type AnalyticsDeps = Pick<AccountDeps, 'database'>;

const dayMs = 86_400_000;

/** What one form received, by day and by origin. */
export function readFormAnalyticsHandler({ database }: AnalyticsDeps): RequestHandler {
  return async (request, response) => {
    const { form } = await ownForm({ database }, request, response);
    await answer({ database }, request, response, [form.id]);
  };
}

/** What all forms of an account received together. */
export function readAccountAnalyticsHandler({ database }: AnalyticsDeps): RequestHandler {
  return async (request, response) => {
    const forms = await database.prisma.form.findMany({
      where: { userId: currentUser(response).id },
      select: { id: true },
    });
    const ids = forms.map(({ id }) => id);
    await answer({ database }, request, response, ids);
  };
}

async function answer(
  { database }: AnalyticsDeps,
  request: Request,
  response: Response,
  formIds: readonly string[],
): Promise<void> {
  if (!planAllows(currentUser(response).plan, 'analytics')) throw featureNotInPlan('Analytics');
  const { days } = validate(analyticsQuerySchema, request.query);
  const dates = lastDays(Date.now(), days);
  const received = await readReceived(database.pool, formIds, dates.at(0) ?? '', dates.at(-1) ?? '');
  response.json(presentAnalytics(dates, received));
}

/** The last days in UTC up to a moment's own, as `2026-11-22`. */
function lastDays(nowMs: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(nowMs - (count - 1 - index) * dayMs).toISOString().slice(0, 10),
  );
}

function presentAnalytics(dates: readonly string[], { days, origins }: Received): Analytics {
  const countOf = new Map(days.map(({ date, count }) => [date, count]));
  return {
    total: days.reduce((sum, { count }) => sum + count, 0),
    days: dates.map((date) => ({ date, count: countOf.get(date) ?? 0 })),
    origins: origins.map(({ origin, count }) => ({ origin: origin === '' ? null : origin, count })),
  };
}
