import { type MailOutcome, mailOutcomeSchema, type TestMail, testMailsPerHour } from '@inlet/contracts/mail-check';
import type { Person } from '@inlet/db/client';
import { unavailable } from '@inlet/http/errors';
import { testMail } from '@inlet/mail/mails/probes/test-mail';
import { v7 as uuidv7 } from 'uuid';
import * as z from 'zod';
import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#access/audit/record-audit.ts';
import { isId } from '#access/is-id.ts';
import type { Attempts } from '#access/limits/attempts.ts';
import { testMailsOfPerson } from '#access/limits/limits.ts';
import { emailNotConfirmed, testMailLimitReached, testMailNotFound } from '#errors.ts';
import { handOverMails } from '#mail/hand-over-mails.ts';
import { keepMail } from '#mail/keep-mail.ts';
import { reportedSince } from '#mail/suppressions.store.ts';
import type { Resources } from '#resources.ts';
import type { Background } from '#work-behind-answers.ts';

type TestDeps = Pick<Resources, 'database' | 'config' | 'redis' | 'keys' | 'producer'> & {
  readonly attempts: Attempts;
  readonly background: Background;
};

const keptSeconds = 3_600;
/** The sender of a test mail, and the time. */
const sentSchema = z.object({ personId: z.uuid(), at: z.iso.datetime() });

/** Sends a mail to a person's own address on the way of all mails, and returns the id to ask by. */
export async function sendTestMail(deps: TestDeps, person: Person, actor: Actor): Promise<{ id: string }> {
  if (person.emailVerifiedAt === null) throw emailNotConfirmed();
  const isLeft = await deps.attempts.isLeft([{ limit: testMailsOfPerson, subject: person.id }]);
  if (!isLeft) throw testMailLimitReached(testMailsPerHour);
  const id = uuidv7();
  const sent = { personId: person.id, at: new Date().toISOString() };
  await deps.redis.set(deps.keys.testMail(id), JSON.stringify(sent), 'EX', keptSeconds);
  await deps.database.prisma.$transaction(async (tx) => {
    await keepMail(tx, testMail(person.email, deps.config.PUBLIC_URL), id);
    await recordAudit(tx, actor, 'mail.tested');
  });
  deps.background.run('a test mail', () => handOverMails(deps));
  return { id };
}

/** What became of a test mail, as far as it is known. */
export async function readTestMail(
  { redis, keys, database }: Pick<TestDeps, 'redis' | 'keys' | 'database'>,
  person: Pick<Person, 'id' | 'email'>,
  id: string,
): Promise<TestMail> {
  if (!isId(id)) throw testMailNotFound();
  const known = await redis.mget(keys.testMail(id), keys.mailOutcome(id)).catch(() => {
    throw unavailable();
  });
  const [sent, outcome] = known.map((text) => (text === null ? null : JSON.parse(text)));
  if (!sent) throw testMailNotFound();
  const { personId, at } = sentSchema.parse(sent);
  if (personId !== person.id) throw testMailNotFound();
  if (!outcome) return { id, state: 'queued', message: says.queued, answer: null, at };
  const seen = mailOutcomeSchema.parse(outcome);
  const reported = seen.state === 'sent' && (await reportedSince(database.prisma, person.email, new Date(at)));
  if (reported) return { id, state: 'bounced', message: says.bounced, answer: null, at: reported.toISOString() };
  return { id, ...seen, message: says[seen.state] };
}

const says: Readonly<Record<MailOutcome['state'] | 'queued' | 'bounced', string>> = {
  queued: 'The mail waits to be sent.',
  sent: 'The mail server took the mail. If it does not arrive within minutes, look in your spam folder.',
  retrying: 'The mail server did not take the mail yet. Inlet tries again for half an hour.',
  refused: 'The mail server refused the mail for good.',
  suppressed:
    'Inlet sends no mail to your address, because an earlier one bounced or was marked as spam. Ask the operator to allow the address again.',
  bounced: 'The mail was taken, and then reported as bounced or as spam. Inlet sends no further mail to your address.',
};
