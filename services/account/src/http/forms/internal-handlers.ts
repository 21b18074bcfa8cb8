import type { internalRoutes } from '@inlet/contracts/api/internal';
import { isId } from '#access/is-id.ts';
import type { AccountDeps } from '#account-deps.ts';
import { readEntry } from '#forms/directory/read-entry.ts';
import { requireStored } from '#forms/repeats/require-stored.ts';
import type { Handlers } from '#http/handler.ts';
import { lendQuota, serveCounters } from '#plan/counters/serve-ingest.ts';
import { cancelUpload, openUpload } from '#plan/uploads/open-upload.ts';

/** Serves ingest when its Redis lacks a form, a counter or a submission. */
export function internalHandlers(deps: AccountDeps): Handlers<keyof typeof internalRoutes> {
  return {
    readEntry: ({ path }) => readEntry(deps, path.endpointId),
    makeCounters: ({ body }) => serveCounters(deps, body),
    lendQuota: ({ body }) => lendQuota(deps, body),
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
