import { inviteMemberSchema } from '@inlet/contracts/workspaces';
import { type FormEvent, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { DocsLink } from '#components/ui/docs-link.tsx';
import { TextField } from '#components/ui/field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { type Seat, useInviteMember } from '#features/workspaces/api/use-members.ts';
import { SeatFields } from '#features/workspaces/components/seat-fields.tsx';
import { failureMessage } from '#lib/http.ts';
import { useTextForm } from '#lib/use-text-form.ts';

interface InviteMemberProps {
  /** The address of an invitation that is sent again; empty for a new one. */
  readonly initialEmail: string;
  readonly onDone: (email: string) => void;
  readonly onCancel: () => void;
}

export function InviteMember({ initialEmail, onDone, onCancel }: InviteMemberProps) {
  const invitation = useInviteMember();
  const form = useTextForm(inviteMemberSchema.pick({ email: true }), ['email'], { email: initialEmail });
  const [seat, setSeat] = useState<Seat>({ role: 'editor', allForms: true, formIds: [] });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (invitation.isPending || !form.check()) return;
    const email = form.texts.email.trim();
    invitation.mutate(
      { email, ...seat },
      {
        onSuccess: () => onDone(email),
        onError: (error) => form.showRefusal(error, { already_member: 'email' }) && invitation.reset(),
      },
    );
  }

  return (
    <form
      noValidate
      aria-label="Invite a member"
      onSubmit={submit}
      className="mb-8 grid grid-cols-1 gap-6 rounded-medium border border-line bg-sunken p-4"
    >
      {invitation.isError && <Notice tone="danger">{failureMessage(invitation.error)}</Notice>}
      <TextField
        {...form.bind('email')}
        label="Email"
        hint={
          <>
            We mail a link that works for seven days, for this address alone.{' '}
            <DocsLink page="invitations">How invitations work</DocsLink>
          </>
        }
        type="email"
        autoComplete="off"
        autoFocus
        required
      />
      <SeatFields seat={seat} onChange={setSeat} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" isLoading={invitation.isPending}>
          Send the invitation
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}
