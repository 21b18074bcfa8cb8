import type { Submission } from '@inlet/contracts/submissions';
import { useId } from 'react';
import { inputClass } from '#components/ui/field.tsx';
import type { useStateChanges } from '#features/submissions/api/use-state-changes.ts';
import { nameOf } from '#features/submissions/assignee-words.ts';
import { useFormMembers } from '#lib/person/use-colleagues.ts';
import { useUser } from '#lib/services.tsx';

interface AssigneeFieldProps {
  readonly submission: Submission;
  /** Without these actions the assignee is only shown. */
  readonly states: Pick<ReturnType<typeof useStateChanges>, 'apply'> | undefined;
}

/** The member that works on a submission; nothing for a person who works alone. */
export function AssigneeField({ submission, states }: AssigneeFieldProps) {
  const { personId } = useUser();
  const members = useFormMembers(submission.formId);
  const id = useId();
  const { assigneeId } = submission;
  if (members.length === 0) return null;
  const assignee = members.find((member) => member.id === assigneeId);
  if (!states) {
    return <p className="text-small text-muted">{`Assigned to ${assignee ? nameOf(assignee, personId) : 'nobody'}`}</p>;
  }
  return (
    <div>
      <label htmlFor={id} className="mb-2 block text-small font-medium">
        Assigned to
      </label>
      <select
        id={id}
        value={assignee?.id ?? ''}
        onChange={(event) => states.apply([submission], { assigneeId: event.target.value || null }, { isQuiet: true })}
        className={`${inputClass} min-h-11 sm:min-h-9`}
      >
        <option value="">Nobody</option>
        {members.map((member) => (
          <option key={member.id} value={member.id}>
            {nameOf(member, personId)}
          </option>
        ))}
      </select>
    </div>
  );
}
