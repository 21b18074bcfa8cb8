import { noteMaxLength } from '@inlet/contracts/submission-limits';
import type { Submission } from '@inlet/contracts/submissions';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { useNote } from '#features/submissions/api/use-note.ts';
import type { useStateChanges } from '#features/submissions/api/use-state-changes.ts';
import { MentionField } from '#features/submissions/components/pane/mention-field.tsx';
import { failureMessage } from '#lib/http.ts';
import { useFormMembers } from '#lib/person/use-colleagues.ts';

interface NoteFieldProps {
  readonly submission: Submission;
  readonly states: Pick<ReturnType<typeof useStateChanges>, 'show'>;
}

/** The note of the workspace, which no visitor sees. It is saved when the field loses the focus. */
export function NoteField({ submission, states }: NoteFieldProps) {
  const [text, setText] = useState(submission.note ?? '');
  const members = useFormMembers(submission.formId);
  const save = useNote(submission, (note) => states.show([submission], (row) => ({ ...row, note })));
  const isChanged = text.trim() !== (submission.note ?? '');
  return (
    <div>
      <MentionField
        members={members}
        label="Note"
        placeholder={members.length > 0 ? 'Private note; @ mentions a member' : 'Private note'}
        rows={2}
        maxLength={noteMaxLength}
        value={text}
        error={save.isError ? failureMessage(save.error) : undefined}
        onText={setText}
        onBlur={() => isChanged && save.mutate(text)}
      />
      {isChanged && (
        <Button isLoading={save.isPending} onClick={() => save.mutate(text)} className="mt-2">
          Save note
        </Button>
      )}
    </div>
  );
}
