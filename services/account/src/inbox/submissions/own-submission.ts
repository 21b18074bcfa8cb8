import type { Request, Response } from 'express';
import * as z from 'zod';
import type { AccountDeps } from '#deps/account-deps.ts';
import { submissionNotFound } from '#errors.ts';
import { ownForm } from '#forms/own-form.ts';

const idSchema = z.uuid();

/** The names in an address: a form of the caller's, and what is written like a submission's id. */
export async function ownSubmission(
  deps: Pick<AccountDeps, 'database'>,
  request: Request,
  response: Response,
): Promise<{ readonly formId: string; readonly id: string }> {
  const { form } = await ownForm(deps, request, response);
  const id = idSchema.safeParse(request.params.sid);
  if (!id.success) throw submissionNotFound();
  return { formId: form.id, id: id.data };
}
