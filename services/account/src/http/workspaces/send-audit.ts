import type { WhoAndWhat } from '#access/audit/list-audit.ts';
import { readAllAudit } from '#access/audit/read-all-audit.ts';
import type { AccountDeps } from '#account-deps.ts';
import type { Call } from '#http/handler.ts';
import { sendExport } from '#http/send-export.ts';

const contentType = 'application/x-ndjson; charset=utf-8';

/** Streams the events of a workspace as lines, newest first. */
export async function sendAudit(
  deps: AccountDeps,
  { request, response, user, caller }: Call<'listWorkspaceAudit'>,
  filter: WhoAndWhat,
): Promise<void> {
  response.set({ 'content-type': contentType, vary: 'accept-encoding' });
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  const leave = deps.exportShare.slots.take(user.id);
  try {
    const pages = readAllAudit(deps.database.pool, deps.exportShare.semaphore, { ...filter, userId: user.id });
    const doneBy = { caller, userId: user.id, action: 'audit:read', formIds: [] } as const;
    await sendExport(deps, request, response, linesOf(pages), { doneBy });
  } finally {
    leave();
  }
}

async function* linesOf(pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  for await (const page of pages) yield page.map((event) => `${JSON.stringify(event)}\n`).join('');
}
