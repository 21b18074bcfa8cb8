import { submissionPageQuerySchema } from '@inlet/contracts/submissions';
import { validate } from '@inlet/service/validate';
import type { RequestHandler } from 'express';
import type { AccountDeps } from '#deps.ts';
import { ownForm } from '#forms/own-form.ts';
import { parseCursor } from '#submissions/cursor.ts';
import { findSubmissions } from '#submissions/find-submissions.ts';
import { pageOf } from '#submissions/page-of.ts';
import { beyond, stretchOf } from '#submissions/places.ts';
import { presentPage } from '#submissions/present-page.ts';

/** A page of a form's submissions, newest first, and where the lists of older and of newer ones begin. */
export function listSubmissionsHandler({ database }: Pick<AccountDeps, 'database'>): RequestHandler {
  return async (request, response) => {
    const { limit, cursor: text, ...filter } = validate(submissionPageQuerySchema, request.query);
    const cursor = text === undefined ? null : parseCursor(text);
    const { form, total } = await ownForm({ database }, request, response);
    const direction = cursor?.direction ?? 'older';
    const whole = stretchOf(filter);
    const stretch = cursor ? beyond(whole, cursor, direction) : whole;
    // One more than asked for tells whether the list goes on.
    const wanted = { formId: form.id, filter, stretch, direction, limit: limit + 1 };
    const page = pageOf(await findSubmissions(database.pool, wanted), limit, cursor);
    const count = filter.spam ? total?.spamCount : total?.submissionCount;
    response.type('json').send(presentPage(page, count ?? 0));
  };
}
