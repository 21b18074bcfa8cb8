import Download from 'virtual:lucide/download';
import { formatCount } from '@inlet/contracts/counts';
import type { Person } from '@inlet/contracts/found-person';
import { lazy, Suspense, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { CountList } from '#features/privacy/components/count-list.tsx';
import { ErasePerson } from '#features/privacy/components/erase-person.tsx';
import { MentionList } from '#features/privacy/components/mention-list.tsx';
import { useRights } from '#lib/person/use-rights.ts';
import { saveFile } from '#lib/receive-file.ts';

const PersonSubmissions = lazy(async () => ({
  default: (await import('#features/privacy/components/person-submissions.tsx')).PersonSubmissions,
}));

/** The stored data of a person. */
export function FoundPerson({ person }: { person: Person }) {
  const [isErasing, setIsErasing] = useState(false);
  const mayErase = useRights()('people:erase');
  const { email, submissions, total, counts, mentions, mentionCount } = person;
  const isEmpty = mentionCount === 0 && Object.values(counts).every((count) => count === 0);

  return (
    <div className="grid grid-cols-1 gap-6 border-line border-t pt-6">
      <div className="flex flex-col gap-x-6 gap-y-3 sm:flex-row sm:items-center sm:justify-between">
        <div className="min-w-0">
          <h3 className="font-semibold wrap-anywhere">{email}</h3>
          <p className="text-small text-muted">
            {isEmpty ? 'Nothing is stored about this address.' : foundWords(total, mentionCount)}
          </p>
        </div>
        {!isEmpty && (
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => saveFile(fileOf(person), 'person.json')}>
              <Download aria-hidden size={16} strokeWidth={1.75} />
              Download
            </Button>
            {mayErase && (
              <Button variant="danger" onClick={() => setIsErasing(true)}>
                Erase
              </Button>
            )}
          </div>
        )}
      </div>
      {!isEmpty && <CountList counts={counts} label="What is stored" />}
      {submissions.length > 0 && (
        <Suspense>
          <PersonSubmissions submissions={submissions} total={total} />
        </Suspense>
      )}
      {mentionCount > 0 && (
        <section aria-labelledby="mentions-found">
          <h3 id="mentions-found" className="text-small font-medium">
            Mentions
          </h3>
          <p className="mt-1 text-small text-muted">
            The address stands in a longer text, perhaps of somebody else.
            {mayErase && ' An erasure leaves these to you.'}
          </p>
          <MentionList mentions={mentions} total={mentionCount} />
        </section>
      )}
      <ErasePerson email={email} counts={counts} isOpen={isErasing} onClose={() => setIsErasing(false)} />
    </div>
  );
}

function foundWords(total: number, mentionCount: number): string {
  const mentioned = mentionCount === 0 ? '' : `, ${formatCount(mentionCount, 'mention')}`;
  return `${formatCount(total, 'submission')}${mentioned}`;
}

function fileOf(person: Person): Blob {
  return new Blob([`${JSON.stringify(person, null, 2)}\n`], { type: 'application/json' });
}
