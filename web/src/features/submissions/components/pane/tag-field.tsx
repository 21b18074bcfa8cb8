import X from 'virtual:lucide/x';
import type { InboxCounts } from '@inlet/contracts/inbox-state';
import { tagMaxLength } from '@inlet/contracts/submission-limits';
import type { Submission } from '@inlet/contracts/submissions';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { inputClass } from '#components/ui/field.tsx';
import { countsKey } from '#features/submissions/api/submission-keys.ts';
import type { useStateChanges } from '#features/submissions/api/use-state-changes.ts';
import { tagClass } from '#features/submissions/components/list/tags.tsx';

interface TagFieldProps {
  readonly submission: Submission;
  readonly states: Pick<ReturnType<typeof useStateChanges>, 'apply'>;
}

/** The tags of one submission, and a field for another tag. */
export function TagField({ submission, states }: TagFieldProps) {
  const [tag, setTag] = useState('');
  // The inbox has read the tags.
  const known = useQueryClient().getQueryData<InboxCounts>(countsKey(submission.formId))?.tags ?? [];
  const listId = useId();

  function add(event: FormEvent) {
    event.preventDefault();
    if (tag.trim() === '') return;
    states.apply([submission], { addTags: [tag.trim()] }, { isQuiet: true });
    setTag('');
  }

  return (
    <form onSubmit={add} className="flex flex-wrap items-center gap-2">
      {submission.tags.map((each) => (
        <span key={each} className={`${tagClass} mr-0! inline-flex! items-center gap-1 py-0.5`}>
          {each}
          <button
            type="button"
            aria-label={`Remove the tag ${each}`}
            onClick={() => states.apply([submission], { removeTags: [each] }, { isQuiet: true })}
            className="-mr-1 grid size-6 place-items-center rounded-small hover:bg-hover"
          >
            <X aria-hidden size={12} strokeWidth={2} />
          </button>
        </span>
      ))}
      <input
        aria-label="Add a tag"
        placeholder="Add a tag"
        value={tag}
        list={listId}
        maxLength={tagMaxLength}
        autoComplete="off"
        onChange={(event) => setTag(event.target.value)}
        className={`${inputClass} min-h-11 w-36! text-small! sm:min-h-8`}
      />
      <datalist id={listId}>
        {known.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
    </form>
  );
}
