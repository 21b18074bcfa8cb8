import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from '#files/write-atomically.ts';
import { type CaughtMail, caughtMailSchema, type MailSummary } from '#mail-catcher/caught-mail.ts';

export type Mailbox = ReturnType<typeof openMailbox>;

const mailsKept = 500;
const fileName = /^(\d{12})\.json$/;

/** Mails in a folder, one file each, so that the next start finds them; new mails replace the oldest. */
export function openMailbox(folder: string, atMost = mailsKept) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const fileOf = (id: string) => join(folder, `${id}.json`);
  // Oldest first: maps keep the order of insertion.
  const summaries = new Map(readSummaries(folder, fileOf));
  let last = Number([...summaries.keys()].at(-1) ?? 0);

  function remove(id: string): void {
    rmSync(fileOf(id), { force: true });
    summaries.delete(id);
  }

  function makeRoom(): void {
    for (const id of [...summaries.keys()].slice(0, Math.max(0, summaries.size - atMost))) remove(id);
  }

  makeRoom();
  return {
    /** The mail is on disk when this returns. */
    keep: (mail: Omit<CaughtMail, 'id'>) => {
      last += 1;
      const id = String(last).padStart(12, '0');
      writeAtomically(fileOf(id), JSON.stringify({ id, ...mail }), 0o600);
      summaries.set(id, summarise({ id, ...mail }));
      makeRoom();
    },
    /** Newest first; only mails to one address if it is given. */
    list: (to?: string) => {
      const wanted = to?.trim().toLowerCase();
      const isWanted = (mail: MailSummary) => !wanted || mail.to.some((address) => address.toLowerCase() === wanted);
      return [...summaries.values()].filter(isWanted).reverse();
    },
    read: (id: string) => (summaries.has(id) ? readMailFile(fileOf(id)) : null),
    clear: () => {
      for (const id of [...summaries.keys()]) remove(id);
    },
  };
}

function readSummaries(folder: string, fileOf: (id: string) => string): [string, MailSummary][] {
  const ids = readdirSync(folder).flatMap((name) => fileName.exec(name)?.[1] ?? []);
  return ids.toSorted().flatMap((id): [string, MailSummary][] => {
    const mail = readMailFile(fileOf(id));
    return mail === null ? [] : [[id, summarise({ ...mail, id })]];
  });
}

/** Null if the file is missing or damaged; the other mails can still be read. */
function readMailFile(file: string): CaughtMail | null {
  try {
    return caughtMailSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

function summarise({ id, receivedAt, from, to, subject }: CaughtMail): MailSummary {
  return { id, receivedAt, from, to, subject };
}
