import type { Mail } from '@inlet/contracts/mail';
import type { Form, Person, Prisma } from '@inlet/db/client';
import { assignedMail, mentionedMail } from '@inlet/mail/mails/work-mail';
import type { Actor } from '#access/actor.ts';
import type { Attempts } from '#access/limits/attempts.ts';
import { workMailsToMember } from '#access/limits/limits.ts';
import { subjectOf } from '#access/limits/subject-of.ts';
import { type FormMember, findMembersOf } from '#access/members.store.ts';
import { findMentioned } from '#inbox/work/find-mentioned.ts';
import { handOverMails } from '#mail/hand-over-mails.ts';
import { keepMail } from '#mail/keep-mail.ts';
import type { Resources } from '#resources.ts';
import type { Background } from '#work-behind-answers.ts';

export interface WorkMailDeps extends Pick<Resources, 'config' | 'database' | 'producer'> {
  readonly attempts: Attempts;
  readonly background: Background;
}

interface NoteChange {
  readonly submissionId: string;
  readonly note: string | null | undefined;
  readonly before: string | null;
}

/** Tells members about work that somebody else gives them. */
export interface WorkMails {
  /** Keeps one mail for all submissions that a change assigns. */
  readonly assign: (tx: Prisma.TransactionClient, member: FormMember, ids: AssignedIds) => Promise<void>;
  /** Keeps a mail for each member that the note mentions and did not mention before, and returns their ids. */
  readonly mention: (tx: Prisma.TransactionClient, change: NoteChange) => Promise<string[]>;
  /** Sends what was kept. */
  readonly send: () => void;
}

export interface AssignedIds {
  readonly count: number;
  /** The submission, if it is one alone. */
  readonly id: string | null;
}

export function createWorkMails(
  deps: WorkMailDeps,
  { form, actor, person }: { readonly form: Form; readonly actor: Actor; readonly person: Person | null },
): WorkMails {
  const { PUBLIC_URL } = deps.config;
  const work = { form: { id: form.id, name: form.name }, by: person?.email ?? keyWords(actor) };
  let kept = 0;

  /** Nobody is told what they did themselves. */
  async function tell(tx: Prisma.TransactionClient, member: FormMember, mail: Mail): Promise<void> {
    if (member.id === person?.id || !member.wantsWorkMails) return;
    const counter = { limit: workMailsToMember, subject: subjectOf(form.userId, member.id) };
    if (!(await deps.attempts.isLeft([counter]))) return;
    await keepMail(tx, mail);
    kept += 1;
  }

  return {
    assign: (tx, member, { count, id: submissionId }) =>
      tell(tx, member, assignedMail(member.email, PUBLIC_URL, { ...work, count, submissionId })),
    mention: async (tx, { submissionId, note, before }) => {
      if (!note?.includes('@')) return [];
      const members = await findMembersOf(tx, form);
      const known = new Set(findMentioned(before, members));
      const mentioned = findMentioned(note, members).filter((member) => !known.has(member));
      for (const member of mentioned) {
        await tell(tx, member, mentionedMail(member.email, PUBLIC_URL, { ...work, submissionId, note }));
      }
      return mentioned.map(({ id }) => id);
    },
    send: () => {
      if (kept > 0) deps.background.run('mails about work on submissions', () => handOverMails(deps));
    },
  };
}

function keyWords({ name }: Actor): string {
  return `The API key “${name.replace(/^key: /, '')}”`;
}
