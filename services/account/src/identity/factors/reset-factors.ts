import { twoStepMail } from '@inlet/mail/mails/two-step-mail';
import { recordPersonal } from '#access/audit/record-personal.ts';
import { findPersonByEmail, lockPerson } from '#access/people.store.ts';
import { deleteFactors, hasFactor } from '#identity/factors/factors.store.ts';
import { keepMail } from '#mail/keep-mail.ts';
import type { Resources } from '#resources.ts';

export type FactorReset = 'reset' | 'nothing to reset' | 'nobody';

/** Removes every second factor of a person, for an operator who has made sure that the right person asks. */
export async function resetFactors(
  { database }: Pick<Resources, 'database'>,
  email: string,
  publicUrl: string,
): Promise<FactorReset> {
  const person = await findPersonByEmail(database.prisma, email);
  if (!person) return 'nobody';
  return database.prisma.$transaction(async (tx) => {
    await lockPerson(tx, person.id);
    const isSet = await hasFactor(tx, person.id);
    await deleteFactors(tx, person.id);
    if (!isSet) return 'nothing to reset';
    const actor = { personId: person.id, name: 'system', address: null, userAgent: null };
    await recordPersonal(tx, actor, 'account.factors_reset');
    await keepMail(tx, twoStepMail(person.email, publicUrl, 'reset'));
    return 'reset';
  });
}
