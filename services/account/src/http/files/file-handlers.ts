import type { fileRoutes } from '@inlet/contracts/api/files';
import { isId } from '#access/is-id.ts';
import type { AccountDeps } from '#account-deps.ts';
import { submissionNotFound } from '#errors.ts';
import { sendFile } from '#http/files/send-file.ts';
import type { Handlers } from '#http/handler.ts';
import { listFiles } from '#inbox/files/list-files.ts';

export function fileHandlers(deps: AccountDeps): Handlers<keyof typeof fileRoutes> {
  return {
    listFiles: ({ form, path }) => {
      if (!isId(path.sid)) throw submissionNotFound();
      return listFiles(deps, form.id, path.sid);
    },
    readFile: (call) => sendFile(deps, 'file', call),
    readArchive: (call) => sendFile(deps, 'archive', call),
  };
}
