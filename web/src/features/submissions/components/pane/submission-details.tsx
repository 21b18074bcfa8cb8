import type { Labels } from '@inlet/contracts/labels';
import type { Submission } from '@inlet/contracts/submissions';
import { useState } from 'react';
import { CodeBlock } from '#components/ui/code-block.tsx';
import { addressWords } from '#features/submissions/address-words.ts';
import type { useStateChanges } from '#features/submissions/api/use-state-changes.ts';
import { AssigneeField } from '#features/submissions/components/pane/assignee-field.tsx';
import { FieldList } from '#features/submissions/components/pane/field-list.tsx';
import { FileList } from '#features/submissions/components/pane/file-list.tsx';
import { NoteField } from '#features/submissions/components/pane/note-field.tsx';
import { RuleFaults } from '#features/submissions/components/pane/rule-faults.tsx';
import { SpamVerdict } from '#features/submissions/components/pane/spam-verdict.tsx';
import { TagField } from '#features/submissions/components/pane/tag-field.tsx';
import { WrittenNote } from '#features/submissions/components/pane/written-note.tsx';
import { isKeptOn, keepChoice } from '#features/submissions/kept-choice.ts';

interface SubmissionDetailsProps {
  readonly submission: Submission;
  /** Without these actions, tags and note can only be read. */
  readonly states?: ReturnType<typeof useStateChanges>;
  /** True for somebody who may do no more than write a note. */
  readonly isNoteAlone?: boolean;
  /** The names of fields for people, where they have any. */
  readonly labels?: Labels;
}

/** A submission, first for people, then as JSON. */
export function SubmissionDetails({ submission, states, isNoteAlone = false, labels }: SubmissionDetailsProps) {
  const { data, userAgent, files } = submission;
  const address = addressWords(submission);
  return (
    <div className="grid grid-cols-1 gap-6">
      <SpamVerdict submission={submission} />
      <RuleFaults submission={submission} labels={labels} />
      <FieldList data={data} labels={labels} />
      {files.length > 0 && <FileList submission={submission} />}
      {states ? (
        <div className="grid gap-4 print:hidden">
          <AssigneeField submission={submission} states={isNoteAlone ? undefined : states} />
          {!isNoteAlone && <TagField submission={submission} states={states} />}
          <NoteField key={submission.id} submission={submission} states={states} />
        </div>
      ) : (
        <WrittenNote submission={submission} />
      )}
      {(address || userAgent) && (
        <dl className="grid grid-cols-[6.5rem_minmax(0,1fr)] items-baseline gap-4 border-line border-t pt-4">
          {address && <Fact name="Address">{address}</Fact>}
          {userAgent && <Fact name="User Agent">{userAgent}</Fact>}
        </dl>
      )}
      <SubmittedData data={data} />
    </div>
  );
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <>
      <dt className="text-small text-muted">{name}</dt>
      <dd className="text-small text-muted wrap-anywhere">{children}</dd>
    </>
  );
}

/** Open until the reader closes it; this browser remembers the choice. */
function SubmittedData({ data }: Pick<Submission, 'data'>) {
  const [isOpen, setIsOpen] = useState(() => isKeptOn('submitted-data'));
  function keep(open: boolean) {
    setIsOpen(open);
    keepChoice('submitted-data', open);
  }
  return (
    <details open={isOpen} onToggle={(event) => keep(event.currentTarget.open)} className="group print:hidden">
      <summary className="cursor-pointer rounded-small text-small font-medium text-muted select-none hover:text-ink">
        Submitted Data <span className="font-normal group-open:hidden">(show JSON)</span>
      </summary>
      <div className="mt-2">
        <CodeBlock
          label="Submitted Data"
          code={JSON.stringify(data, null, 2)}
          copyLabel="Copy the submitted data"
          wraps
        />
      </div>
    </details>
  );
}
