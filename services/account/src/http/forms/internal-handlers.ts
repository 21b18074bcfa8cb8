import type { internalRoutes } from '@inlet/contracts/api/internal';
import { validate } from '@inlet/service/validate';
import * as z from 'zod';
import { isId } from '#access/is-id.ts';
import type { AccountDeps } from '#deps/account-deps.ts';
import { readEntry } from '#forms/directory/read-entry.ts';
import { requireStored } from '#forms/repeats/require-stored.ts';
import { cancelUpload, openUpload } from '#forms/uploads/open-upload.ts';
import { readUsed } from '#forms/usage/read-used.ts';
import type { Handlers } from '#http/handler.ts';

/** The database knows no year 0. */
const monthPattern = /^(?!0000)\d{4}-(0[1-9]|1[0-2])$/;
const usagePathSchema = z.object({ userId: z.uuid(), month: z.string().regex(monthPattern) });

/** Answers ingest when its Redis lacks a form, a balance or a submission. */
export function internalHandlers(deps: AccountDeps): Handlers<keyof typeof internalRoutes> {
  return {
    readEntry: ({ path }) => readEntry(deps, path.endpointId),
    grantQuota: ({ body: { userId, month, wanted } }) => deps.grantQuota(userId, month, wanted),
    readUsageCount: async ({ path }) => {
      const { userId, month } = validate(usagePathSchema, path);
      return { count: await readUsed(deps, userId, month) };
    },
    openUpload: ({ body }) => openUpload(deps, body),
    cancelUpload: async ({ path }) => {
      if (isId(path.id)) await cancelUpload(deps, path.id);
    },
    readStored: async ({ path }) => {
      await requireStored(deps, path.id);
      return { id: path.id };
    },
  };
}
