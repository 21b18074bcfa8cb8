import type { RequestHandler, Response } from 'express';
import { recordAudit } from '#access/audit/record-audit.ts';
import { actorOf, currentUser } from '#access/caller.ts';
import { lockAccount } from '#access/lock-account.ts';
import { writeAccountDocument } from '#account/export/account-document.ts';
import { readHoldings } from '#account/export/export.store.ts';
import type { AccountDeps } from '#deps/account-deps.ts';
import { sendExport } from '#inbox/export/send-export.ts';

/** Everything that is kept of an account and for it, as one file. */
export function exportAccountHandler({ database, config, lifecycle, exportShare }: AccountDeps): RequestHandler {
  const { prisma, pool } = database;
  const { slots, semaphore } = exportShare;

  async function noteExport(response: Response): Promise<void> {
    await prisma.$transaction(async (tx) => {
      await lockAccount(tx, currentUser(response).id);
      await recordAudit(tx, actorOf(response), 'account.exported');
    });
  }

  return async (request, response) => {
    const user = currentUser(response);
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="inlet-export-${new Date().toISOString().slice(0, 10)}.json"`,
      vary: 'accept-encoding',
    };
    if (request.method === 'HEAD') {
      response.set(headers).end();
      return;
    }
    const leave = slots.take(user.id);
    try {
      // Before anything is said, so that a database which is away is answered as such.
      const holdings = await readHoldings(prisma, user.id);
      await noteExport(response);
      response.set(headers);
      const pieces = writeAccountDocument({ pool, semaphore, user, holdings, publicUrl: config.PUBLIC_URL });
      await sendExport({ lifecycle }, request, response, pieces);
    } finally {
      leave();
    }
  };
}
