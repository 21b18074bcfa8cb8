import type { Member } from '@inlet/contracts/workspaces';
import { type FormEvent, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { type Seat, useUpdateMember } from '#features/workspaces/api/use-members.ts';
import { SeatFields } from '#features/workspaces/components/seat-fields.tsx';
import { failureMessage } from '#lib/http.ts';

/** Changes the role and the forms of a member, below the member's row. */
export function EditMember({ member, onClose }: { member: Member; onClose: () => void }) {
  const update = useUpdateMember();
  const [seat, setSeat] = useState<Seat>(member);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (update.isPending) return;
    const { role, allForms, formIds } = seat;
    update.mutate({ personId: member.id, role, allForms, formIds }, { onSuccess: onClose });
  }

  return (
    <form
      aria-label={`Role of ${member.email}`}
      onSubmit={submit}
      className="grid w-full grid-cols-1 gap-6 rounded-medium border border-line bg-sunken p-4"
    >
      {update.isError && <Notice tone="danger">{failureMessage(update.error)}</Notice>}
      <SeatFields seat={seat} onChange={setSeat} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" isLoading={update.isPending}>
          Save
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  );
}
