import { type RequestHandler, Router } from 'express';
import * as z from 'zod';
import { recordAudit } from '#access/audit/record-audit.ts';
import { actorOf, currentCaller, currentUser } from '#access/caller.ts';
import { lockAccount } from '#access/lock-account.ts';
import type { AccountDeps } from '#deps/account-deps.ts';
import { sessionNotFound } from '#errors.ts';
import { endDevice, endDevices, findDevices } from '#identity/sessions/devices.ts';
import { presentDevice } from '#identity/sessions/present-device.ts';
import { createRefreshCookie, type RefreshCookie } from '#identity/sessions/refresh-cookie.ts';

/** Where somebody is signed in, and how that ends. */
export function createMySessionsRouter(deps: AccountDeps): Router {
  const cookie = createRefreshCookie(deps.config.PUBLIC_URL);
  const router = Router();
  router.get('/', listHandler(deps));
  router.delete('/', endAllHandler(deps, cookie));
  router.delete('/:id', endOneHandler(deps, cookie));
  return router;
}

function listHandler({ database }: AccountDeps): RequestHandler {
  return async (_request, response) => {
    const caller = currentCaller(response);
    const current = caller.kind === 'session' ? caller.sessionId : null;
    const devices = await findDevices(database.prisma, currentUser(response).id);
    response.json({ sessions: devices.map((device) => presentDevice(device, current)) });
  };
}

/** Signs out everywhere, here as well. */
function endAllHandler({ database }: AccountDeps, cookie: RefreshCookie): RequestHandler {
  return async (_request, response) => {
    await database.prisma.$transaction(async (tx) => {
      await lockAccount(tx, currentUser(response).id);
      const count = await endDevices(tx, currentUser(response).id);
      await recordAudit(tx, actorOf(response), 'account.signed_out_everywhere', { sessions: count });
    });
    cookie.clear(response);
    response.status(204).end();
  };
}

function endOneHandler({ database }: AccountDeps, cookie: RefreshCookie): RequestHandler {
  return async (request, response) => {
    const id = z.uuid().safeParse(request.params.id);
    if (!id.success) throw sessionNotFound();
    await database.prisma.$transaction(async (tx) => {
      await lockAccount(tx, currentUser(response).id);
      if (!(await endDevice(tx, currentUser(response).id, id.data))) throw sessionNotFound();
      await recordAudit(tx, actorOf(response), 'account.session_ended', { session: id.data });
    });
    const caller = currentCaller(response);
    if (caller.kind === 'session' && caller.sessionId === id.data.toLowerCase()) cookie.clear(response);
    response.status(204).end();
  };
}
