import type { Owned } from '#access/owned.ts';
import { findAnyTarget, type OwnTarget } from '#deliveries/targets/targets.store.ts';
import { hookNotFound, targetNotFound } from '#errors.ts';

export const ownedTarget: Owned<OwnTarget> = {
  find: ({ database }, id) => findAnyTarget(database.prisma, id),
  notFound: targetNotFound,
};

/** A hook is the target of an automation service. */
export const ownedHook: Owned<OwnTarget> = {
  find: async ({ database }, id) => {
    const found = await findAnyTarget(database.prisma, id);
    return found?.target.isHook ? found : null;
  },
  notFound: hookNotFound,
};
