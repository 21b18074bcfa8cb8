import type { Member } from '@inlet/contracts/workspaces';
import { useState } from 'react';
import { Choice } from '#components/ui/choice.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useLeaveWorkspace, useRemoveMember } from '#features/workspaces/api/use-members.ts';
import { failureMessage } from '#lib/http.ts';

interface RemovalProps {
  readonly onClose: () => void;
}

/** Asks before a member is removed; the keys that the member made go along unless they are kept. */
export function RemoveMember({ member, onClose }: RemovalProps & { readonly member: Member }) {
  const removal = useRemoveMember();
  const [keepKeys, setKeepKeys] = useState(false);
  return (
    <ConfirmDialog
      isOpen
      title={`Remove ${member.email}?`}
      confirmLabel="Yes, remove"
      isWorking={removal.isPending}
      onConfirm={() => removal.mutate({ personId: member.id, keepKeys }, { onSuccess: onClose })}
      onClose={onClose}
      fields={
        <div className="grid grid-cols-1 gap-4">
          {removal.isError && <Notice tone="danger">{failureMessage(removal.error)}</Notice>}
          <Choice
            type="checkbox"
            label="Keep the API keys that this member made"
            hint="Programs that use them go on. Otherwise they are revoked."
            isChecked={keepKeys}
            onChange={setKeepKeys}
          />
        </div>
      }
    >
      This person loses access at once, on every device. Everything that the person did stays.
    </ConfirmDialog>
  );
}

export function LeaveWorkspace({ name, onClose }: RemovalProps & { readonly name: string }) {
  const leaving = useLeaveWorkspace();
  return (
    <ConfirmDialog
      isOpen
      title={`Leave ${name}?`}
      confirmLabel="Yes, leave"
      isWorking={leaving.isPending || leaving.isSuccess}
      onConfirm={() => leaving.mutate()}
      onClose={onClose}
      fields={leaving.isError && <Notice tone="danger">{failureMessage(leaving.error)}</Notice>}
    >
      You lose access at once, and your API keys are revoked. Somebody has to invite you again.
    </ConfirmDialog>
  );
}
