import type { deliveryRoutes } from '@inlet/contracts/api/deliveries';
import type { AccountDeps } from '#account-deps.ts';
import { listSamples } from '#deliveries/events/list-samples.ts';
import { presentHook, subscribeHook } from '#deliveries/hooks/hooks.ts';
import { listAttempts } from '#deliveries/log/list-attempts.ts';
import { readAttempt } from '#deliveries/log/read-attempt.ts';
import { testTarget } from '#deliveries/log/test-target.ts';
import { presentReplay } from '#deliveries/replays/present-replay.ts';
import { skipDelivery } from '#deliveries/replays/skip-delivery.ts';
import { startReplay } from '#deliveries/replays/start-replay.ts';
import { createTarget } from '#deliveries/targets/create-target.ts';
import { deleteTarget } from '#deliveries/targets/delete-target.ts';
import { pauseTarget } from '#deliveries/targets/pause-target.ts';
import { resumeTarget } from '#deliveries/targets/resume-target.ts';
import { rotateSecret } from '#deliveries/targets/rotate-secret.ts';
import { listTargets, showTarget } from '#deliveries/targets/show-targets.ts';
import { updateTarget } from '#deliveries/targets/update-target.ts';
import { type Handlers, JsonText } from '#http/handler.ts';

export function deliveryHandlers(deps: AccountDeps): Handlers<keyof typeof deliveryRoutes> {
  return {
    listTargets: async ({ form }) => ({
      targets: await listTargets(deps, form.id),
      allowedAddresses: deps.config.WEBHOOK_ALLOW,
    }),
    createTarget: async ({ actor, form, body }) => {
      const { target, secret } = await createTarget(deps, actor, form, body);
      return { ...(await showTarget(deps, target)), secret };
    },
    readTarget: ({ target }) => showTarget(deps, target),
    updateTarget: async ({ actor, target, body }) => showTarget(deps, await updateTarget(deps, actor, target.id, body)),
    deleteTarget: ({ actor, target }) => deleteTarget(deps, actor, target),
    pauseTarget: async ({ actor, target }) => showTarget(deps, await pauseTarget(deps, actor, target.id)),
    resumeTarget: async ({ actor, target }) => showTarget(deps, await resumeTarget(deps, actor, target.id)),
    testTarget: async ({ target, response }) => ({
      attempt: await testTarget(deps, target.id, () => !response.destroyed),
    }),
    rotateTargetSecret: async ({ actor, target: { id } }) => {
      const { target, secret } = await rotateSecret(deps, actor, id);
      return { ...(await showTarget(deps, target)), secret };
    },
    skipDelivery: async ({ actor, target }) => showTarget(deps, await skipDelivery(deps, actor, target.id)),
    replayTarget: async ({ actor, target, body }) => ({ replayId: await startReplay(deps, actor, target, body) }),
    readReplay: ({ replay }) => presentReplay(replay),
    listAttempts: ({ target, query }) => listAttempts(deps, target.id, query),
    readAttempt: ({ target, form, path }) => readAttempt(deps, { target, form }, path.aid),
    listSamples: async ({ form }) => new JsonText(await listSamples(deps, form)),
    subscribeHook: ({ user, membership, actor, body }) => subscribeHook(deps, { user, membership }, actor, body),
    readHook: ({ target }) => presentHook(deps, target),
    unsubscribeHook: ({ actor, target }) => deleteTarget(deps, actor, target),
  };
}
