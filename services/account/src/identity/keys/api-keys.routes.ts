import { apiKeysMax, createApiKeySchema } from '@inlet/contracts/api-keys';
import { validate } from '@inlet/service/validate';
import { type RequestHandler, Router } from 'express';
import { v7 as uuidv7 } from 'uuid';
import * as z from 'zod';
import { recordAudit } from '#access/audit/record-audit.ts';
import { actorOf, currentUser } from '#access/caller.ts';
import { lockAccount } from '#access/lock-account.ts';
import type { AccountDeps } from '#deps/account-deps.ts';
import { apiKeyLimitReached, apiKeyNotFound, wrongPassword } from '#errors.ts';
import { confirmPassword } from '#identity/credentials/confirm-password.ts';
import { createApiKey } from '#identity/keys/api-key.ts';
import { countKeys, deleteKey, findKeys, insertKey } from '#identity/keys/api-keys.store.ts';
import { presentApiKey } from '#identity/keys/present-api-key.ts';
import { apiKeyCreatedMail } from '#mail/api-key-created-mail.ts';
import { handOverMails } from '#mail/hand-over-mails.ts';
import { keepMail } from '#mail/keep-mail.ts';

/** The keys by which programs use the management API. */
export function createApiKeysRouter(deps: AccountDeps): Router {
  const router = Router();
  router.get('/', listHandler(deps));
  router.post('/', createHandler(deps));
  router.delete('/:id', revokeHandler(deps));
  return router;
}

function listHandler({ database }: AccountDeps): RequestHandler {
  return async (_request, response) => {
    const keys = await findKeys(database.prisma, currentUser(response).id);
    response.json({ apiKeys: keys.map(presentApiKey) });
  };
}

/** The password is asked for and the owner is told: a key outlives the session that made it. */
function createHandler(deps: AccountDeps): RequestHandler {
  return async (request, response) => {
    const { name, scope, password, expiresAt } = validate(createApiKeySchema, request.body);
    const { id: userId, email, passwordHash } = currentUser(response);
    await confirmPassword(deps, currentUser(response), password);
    const { key, hint, tokenHash } = createApiKey();
    const created = await deps.database.prisma.$transaction(async (tx) => {
      await lockAccount(tx, userId);
      // A reset in the same moment revokes all keys, and none may come behind it with the old password.
      if ((await tx.user.count({ where: { id: userId, passwordHash } })) === 0) throw wrongPassword();
      if ((await countKeys(tx, userId)) >= apiKeysMax) throw apiKeyLimitReached(apiKeysMax);
      await recordAudit(tx, actorOf(response), 'api_key.created', { name, scope, expiresAt });
      await keepMail(tx, apiKeyCreatedMail(email, deps.config.PUBLIC_URL, { name, scope, expiresAt }));
      return insertKey(tx, {
        id: uuidv7(),
        userId,
        name,
        scope,
        tokenHash,
        hint,
        expiresAt: expiresAt && new Date(expiresAt),
      });
    });
    deps.background.run('mail that an API key was created', () => handOverMails(deps));
    response.status(201).json({ ...presentApiKey(created), key });
  };
}

function revokeHandler({ database }: AccountDeps): RequestHandler {
  return async (request, response) => {
    const id = z.uuid().safeParse(request.params.id);
    if (!id.success) throw apiKeyNotFound();
    const { id: userId } = currentUser(response);
    await database.prisma.$transaction(async (tx) => {
      await lockAccount(tx, userId);
      const key = await deleteKey(tx, userId, id.data);
      if (!key) throw apiKeyNotFound();
      await recordAudit(tx, actorOf(response), 'api_key.revoked', { name: key.name, scope: key.scope });
    });
    response.status(204).end();
  };
}
