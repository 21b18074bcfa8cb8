import type { Submission } from '@inlet/contracts/submissions';
import { tagClass } from '#features/submissions/components/list/tags.tsx';

/** The tags and the note of a submission, for somebody who only reads. */
export function WrittenNote({ submission: { tags, note } }: { submission: Submission }) {
  if (tags.length === 0 && note === null) return null;
  return (
    <div className="grid gap-4 print:hidden">
      {tags.length > 0 && (
        <ul aria-label="Tags" className="flex flex-wrap gap-2">
          {tags.map((tag) => (
            <li key={tag} className={`${tagClass} mr-0! py-0.5`}>
              {tag}
            </li>
          ))}
        </ul>
      )}
      {note !== null && (
        <section aria-label="Note">
          <h3 className="mb-1.5 text-small font-medium">Note</h3>
          <p className="whitespace-pre-wrap wrap-anywhere">{note}</p>
        </section>
      )}
    </div>
  );
}
