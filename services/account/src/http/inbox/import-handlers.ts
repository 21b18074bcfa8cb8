import type { importRoutes } from '@inlet/contracts/api/imports';
import { importBytesMax } from '@inlet/contracts/import-limits';
import { unsupportedType } from '@inlet/http/errors';
import { readBody } from '@inlet/http/read-body';
import type { Request } from 'express';
import { isId } from '#access/is-id.ts';
import type { AccountDeps } from '#account-deps.ts';
import { importNotFound, importTooLarge } from '#errors.ts';
import type { Handlers } from '#http/handler.ts';
import { createImport } from '#inbox/imports/import-submissions.ts';
import { listImports } from '#inbox/imports/list-imports.ts';
import { undoImport } from '#inbox/imports/undo-import.ts';

const linesType = /^application\/(?:x-)?(?:ndjson|jsonl)(?:\s*;\s*charset="?utf-8"?)?\s*$/i;

export function importHandlers(deps: AccountDeps): Handlers<keyof typeof importRoutes> {
  const importSubmissions = createImport(deps);
  return {
    importSubmissions: ({ request, query, actor, user, form }) => {
      requireLines(request);
      return importSubmissions({ actor, user, form, ...query }, () =>
        readBody(request, importBytesMax, importTooLarge),
      );
    },
    listImports: async ({ form }) => ({ imports: await listImports(deps, form.id) }),
    undoImport: ({ actor, form, path }) => undoImport(deps, actor, form, idOf(path)),
  };
}

function requireLines({ headers }: Request): void {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = headers;
  if (!linesType.test(type) || encoding.toLowerCase() !== 'identity') throw unsupportedType();
}

function idOf({ importId }: { readonly importId: string }): string {
  if (!isId(importId)) throw importNotFound();
  return importId.toLowerCase();
}
