import type { confirmationSchema } from '@inlet/contracts/factors';
import type { Person } from '@inlet/db/client';
import type * as z from 'zod';
import { wrongCode, wrongPasskey } from '#errors.ts';
import { confirmPassword } from '#identity/credentials/confirm-password.ts';
import type { FactorDeps } from '#identity/factors/factor-deps.ts';
import { guessCode } from '#identity/factors/guess-code.ts';
import { checkPasskey } from '#identity/factors/passkeys/check-passkey.ts';
import { checkCode } from '#identity/factors/totp/check-code.ts';
import { markConfirmed } from '#identity/sessions/sessions.store.ts';

/** Notes that the person of a session has just given the password, a code or the answer of a passkey. */
export async function confirmPerson(
  deps: FactorDeps,
  person: Person,
  sessionId: string,
  { password, code, passkey }: z.output<typeof confirmationSchema>,
): Promise<void> {
  if (password !== undefined) await confirmPassword(deps, person, password);
  else if (code !== undefined) await confirmCode(deps, person.id, code);
  else if (!passkey || !(await checkPasskey(deps, passkey, { personId: person.id, mustVerify: true }))) {
    throw wrongPasskey();
  }
  await markConfirmed(deps.database.prisma, sessionId);
}

async function confirmCode(deps: FactorDeps, personId: string, code: string): Promise<void> {
  const isRight = await guessCode(deps, personId, async () => (await checkCode(deps, personId, code)) || null);
  if (!isRight) throw wrongCode();
}
