import type { Member } from '@inlet/contracts/workspaces';
import { useState } from 'react';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { EditMember } from '#features/workspaces/components/edit-member.tsx';
import { LeaveWorkspace, RemoveMember } from '#features/workspaces/components/remove-member.tsx';
import { roleNames } from '#features/workspaces/role-names.ts';
import { formatDate } from '#lib/dates.ts';
import { useRights } from '#lib/person/use-rights.ts';
import { useUser } from '#lib/services.tsx';

interface MemberRowProps {
  readonly member: Member;
  /** The last owner can neither leave nor become less. */
  readonly isLastOwner: boolean;
}

export function MemberRow({ member, isLastOwner }: MemberRowProps) {
  const user = useUser();
  const may = useRights();
  const [open, setOpen] = useState<'role' | 'removal' | null>(null);
  const close = () => setOpen(null);
  const isSelf = member.id === user.personId;
  // An admin has no power over owners.
  const mayChange = may('members:manage') && (member.role !== 'owner' || user.role === 'owner') && !isLastOwner;

  return (
    // On a phone an address has the whole width, with the role and the actions below it.
    <tr className="align-top max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-x-4 max-sm:gap-y-3 max-sm:py-4">
      <td className="max-sm:col-span-2 sm:py-4 sm:pr-4">
        <span className="block text-small font-medium wrap-anywhere">{member.email}</span>
        <span className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-muted">
          {isSelf && <Badge tone="accent">You</Badge>}
          {member.hasSecondFactor && <Badge tone="success">Second factor</Badge>}
          <span>{member.lastActiveAt ? `Active ${formatDate(member.lastActiveAt)}` : 'Not active yet'}</span>
        </span>
        {open === 'role' && (
          <div className="mt-4">
            <EditMember member={member} onClose={close} />
          </div>
        )}
      </td>
      <td className="whitespace-nowrap text-small sm:py-4 sm:pr-4">
        {roleNames[member.role]}
        <span className="block text-muted">{formsOf(member)}</span>
      </td>
      <td className="sm:py-3">
        <div className="flex justify-end gap-2">
          {mayChange && open !== 'role' && (
            <Button aria-label={`Change ${member.email}`} onClick={() => setOpen('role')}>
              Change
            </Button>
          )}
          {mayChange && !isSelf && (
            <Button aria-label={`Remove ${member.email}`} onClick={() => setOpen('removal')}>
              Remove
            </Button>
          )}
          {isSelf && !isLastOwner && <Button onClick={() => setOpen('removal')}>Leave</Button>}
        </div>
        {open === 'removal' &&
          (isSelf ? (
            <LeaveWorkspace name={user.workspace?.name ?? 'this workspace'} onClose={close} />
          ) : (
            <RemoveMember member={member} onClose={close} />
          ))}
      </td>
    </tr>
  );
}

function formsOf({ allForms, formIds }: Member): string {
  if (allForms) return 'All forms';
  return formIds.length === 1 ? '1 form' : `${formIds.length} forms`;
}
