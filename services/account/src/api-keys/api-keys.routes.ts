import { apiKeysMax, createApiKeySchema } from '@inlet/contracts/api-keys';
import { validate } from '@inlet/service/validate';
import { type RequestHandler, Router } from 'express';
import { v7 as uuidv7 } from 'uuid';
import * as z from 'zod';
import { createApiKey } from '#api-keys/api-key.ts';
import { countKeys, deleteKey, findKeys, insertKey } from '#api-keys/api-keys.store.ts';
import { presentApiKey } from '#api-keys/present-api-key.ts';
import { recordAudit } from '#audit/record-audit.ts';
import { currentUser } from '#auth/caller.ts';
import type { AccountDeps } from '#deps.ts';
import { apiKeyLimitReached, apiKeyNotFound } from '#errors.ts';
import { lockAccount } from '#users/lock-account.ts';

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

function createHandler({ database }: AccountDeps): RequestHandler {
  return async (request, response) => {
    const { name, scope } = validate(createApiKeySchema, request.body);
    const { id: userId } = currentUser(response);
    const { key, hint, tokenHash } = createApiKey();
    const created = await database.prisma.$transaction(async (tx) => {
      await lockAccount(tx, userId);
      if ((await countKeys(tx, userId)) >= apiKeysMax) throw apiKeyLimitReached(apiKeysMax);
      await recordAudit(tx, response, 'api_key.created', { name, scope });
      return insertKey(tx, { id: uuidv7(), userId, name, scope, tokenHash, hint });
    });
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
      await recordAudit(tx, response, 'api_key.revoked', { name: key.name, scope: key.scope });
    });
    response.status(204).end();
  };
}
