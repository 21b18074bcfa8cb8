import { isId } from '#access/is-id.ts';
import type { AccountDeps } from '#account-deps.ts';
import { linkExpired } from '#errors.ts';
import type { Call } from '#http/handler.ts';
import { sendExport } from '#http/send-export.ts';
import { attachment, fitName } from '#inbox/files/file-name.ts';
import { findArchive, findFile } from '#inbox/files/find-files.ts';

type FileDeps = Pick<AccountDeps, 'database' | 'fileLinks' | 'blobs' | 'lifecycle'>;

/** A browser must never display or run a visitor's upload under our address. */
const headers = {
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'cache-control': 'private, no-store',
};
const kinds = {
  file: { find: findFile, contentType: 'application/octet-stream' },
  archive: { find: findArchive, contentType: 'application/zip' },
};

/** Sends a file, or all files of a submission, to a client with a signed link. */
export async function sendFile(
  deps: FileDeps,
  linked: keyof typeof kinds,
  { request, response, path: { id }, query }: Call<'readFile' | 'readArchive'>,
): Promise<void> {
  if (!isId(id) || !deps.fileLinks.isValid(linked, id, query)) throw linkExpired();
  const { find, contentType } = kinds[linked];
  const { name, size, open } = await find(deps, id);
  const pieces = request.method === 'HEAD' ? null : await open();
  response.set({
    ...headers,
    'content-type': contentType,
    'content-disposition': attachment(fitName(name)),
    ...(size !== null && { 'content-length': String(size) }),
  });
  if (pieces) await sendExport(deps, request, response, pieces, { isText: false });
  else response.end();
}
