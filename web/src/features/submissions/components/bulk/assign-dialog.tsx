import { Dialog } from '#components/ui/dialog.tsx';
import { nameOf } from '#features/submissions/assignee-words.ts';
import { ToolButton } from '#features/submissions/components/filters/filter-bar.tsx';
import type { StateSet } from '#features/submissions/state-change.ts';
import { useFormMembers } from '#lib/person/use-colleagues.ts';
import { useUser } from '#lib/services.tsx';

interface AssignDialogProps {
  readonly formId: string;
  readonly onSet: (set: StateSet) => void;
  readonly onClose: () => void;
}

/** Assigns several submissions to a member, or to nobody. */
export function AssignDialog({ formId, onSet, onClose }: AssignDialogProps) {
  const { personId } = useUser();
  const members = useFormMembers(formId);
  return (
    <Dialog isOpen onClose={onClose} title="Assign to">
      <ul className="grid gap-2">
        {members.map((member) => (
          <li key={member.id}>
            <ToolButton onClick={() => onSet({ assigneeId: member.id })} className="w-full">
              <span className="truncate">{nameOf(member, personId)}</span>
            </ToolButton>
          </li>
        ))}
        <li>
          <ToolButton onClick={() => onSet({ assigneeId: null })} className="w-full">
            Nobody
          </ToolButton>
        </li>
      </ul>
    </Dialog>
  );
}
