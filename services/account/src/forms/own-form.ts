import { nameSubject } from '@inlet/service/http-app';
import type { Request, Response } from 'express';
import * as z from 'zod';
import { currentUser } from '#access/caller.ts';
import type { AccountDeps } from '#deps/account-deps.ts';
import { formNotFound } from '#errors.ts';
import { type FormWithTotal, findForm } from '#forms/forms.store.ts';

const idSchema = z.uuid();

/** The form that a request names, if it belongs to who asks; somebody else's is as absent as one that never was. */
export async function ownForm(
  { database }: Pick<AccountDeps, 'database'>,
  request: Request,
  response: Response,
): Promise<FormWithTotal> {
  const id = idSchema.safeParse(request.params.id);
  if (id.success) nameSubject(response, { formId: id.data });
  const form = id.success ? await findForm(database.prisma, id.data, currentUser(response).id) : null;
  if (!form) throw formNotFound();
  return form;
}
