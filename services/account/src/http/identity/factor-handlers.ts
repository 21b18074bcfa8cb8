import type { factorRoutes } from '@inlet/contracts/api/factors';
import type { AccountDeps } from '#account-deps.ts';
import type { Handlers } from '#http/handler.ts';
import { createEntrance } from '#http/identity/entrance.ts';
import { personalActor } from '#http/identity/personal-actor.ts';
import { createPasskey, deletePasskey, listPasskeys, preparePasskey } from '#identity/factors/passkeys/my-passkeys.ts';
import { requestPasskey } from '#identity/factors/passkeys/request-passkey.ts';
import { renewRecoveryCodes } from '#identity/factors/recovery/renew-recovery-codes.ts';
import { confirmTotp, endTotp, readTotp, startTotp } from '#identity/factors/totp/my-totp.ts';
import { findStarted, finishSignIn } from '#identity/sign-in/second-factor.ts';
import { signInByPasskey } from '#identity/sign-in/sign-in-by-passkey.ts';

export function factorHandlers(deps: AccountDeps): Handlers<keyof typeof factorRoutes> {
  const entrance = createEntrance(deps);
  return {
    finishSignIn: async ({ client, body: { token, transport, ...proof }, request, response }) => {
      const session = await finishSignIn(deps, client, token, proof);
      return entrance.enter({ client, request, response, transport }, session);
    },
    requestPasskey: async ({ body: { token } }) => {
      const started = token === undefined ? null : await findStarted(deps, token);
      return requestPasskey(deps, started?.person.id ?? null);
    },
    signInByPasskey: async ({ client, body: { passkey, transport }, request, response }) => {
      const session = await signInByPasskey(deps, client, passkey);
      return entrance.enter({ client, request, response, transport }, session);
    },
    readTotp: ({ person }) => readTotp(deps, person.id),
    startTotp: ({ person }) => startTotp(deps, person),
    confirmTotp: (call) => confirmTotp(deps, personalActor(call), call.person, call.body.code),
    endTotp: (call) => endTotp(deps, personalActor(call), call.person),
    renewRecoveryCodes: (call) => renewRecoveryCodes(deps, personalActor(call)),
    preparePasskey: ({ person }) => preparePasskey(deps, person),
    createPasskey: (call) => createPasskey(deps, personalActor(call), call.person, call.body),
    listPasskeys: async ({ person }) => ({ passkeys: await listPasskeys(deps, person.id) }),
    deletePasskey: (call) => deletePasskey(deps, personalActor(call), call.person, call.path.id),
  };
}
