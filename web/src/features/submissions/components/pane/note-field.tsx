import { noteMaxLength } from '@inlet/contracts/submission-limits';
import type { Submission } from '@inlet/contracts/submissions';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { TextArea } from '#components/ui/field.tsx';
import { useNote } from '#features/submissions/api/use-note.ts';
import type { useStateChanges } from '#features/submissions/api/use-state-changes.ts';
import { failureMessage } from '#lib/http.ts';

interface NoteFieldProps {
  readonly submission: Submission;
  readonly states: Pick<ReturnType<typeof useStateChanges>, 'show'>;
}

/** The owner's note, which only the owner sees. It is saved when the field loses the focus. */
export function NoteField({ submission, states }: NoteFieldProps) {
  const [text, setText] = useState(submission.note ?? '');
  const save = useNote(submission, (row) => states.show([row], [submission]));
  const isChanged = text.trim() !== (submission.note ?? '');
  return (
    <div>
      <TextArea
        label="Note"
        placeholder="Private note"
        rows={2}
        maxLength={noteMaxLength}
        value={text}
        error={save.isError ? failureMessage(save.error) : undefined}
        onChange={(event) => setText(event.target.value)}
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
