import { useSearchParams } from 'react-router-dom';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useJoinWaitlist } from '#features/auth/api/use-join-waitlist.ts';
import { EmailForm } from '#features/auth/components/email-form.tsx';
import { useSessionState } from '#lib/services.tsx';
import { useAppConfig } from '#lib/use-app-config.ts';

export function WaitlistForm() {
  const [query, setQuery] = useSearchParams();
  const session = useSessionState();
  const config = useAppConfig();
  const join = useJoinWaitlist();

  if (query.get('waitlist_success') === 'true') {
    return <Joined onJoinAnother={() => setQuery(without(query, 'waitlist_success'))} />;
  }
  if (config.data?.waitlistEndpointId === null) {
    return <Notice tone="info">The waitlist is not open at the moment.</Notice>;
  }
  const isForEarlyPro = query.get('early_pro') === 'true';
  return (
    <EmailForm
      submitLabel="Join the waitlist"
      initialEmail={session.status === 'signed-in' ? session.user.email : ''}
      failure={join.isError ? 'Failed to join waitlist. Please try again.' : null}
      isPending={join.isPending}
      onSubmit={(email) =>
        join.mutate({ email, isForEarlyPro }, { onSuccess: () => setQuery(withSuccess(query), { replace: true }) })
      }
    />
  );
}

function Joined({ onJoinAnother }: { onJoinAnother: () => void }) {
  return (
    <div className="grid gap-6">
      <Notice tone="success">You’re on the waitlist. We’ll email you when a spot opens.</Notice>
      <Button onClick={onJoinAnother}>Join with another email</Button>
    </div>
  );
}

/** The message survives a reload; the address names the mode too, so that "back" leads to the form. */
function withSuccess(query: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(query);
  next.set('waitlist_success', 'true');
  return next;
}

function without(query: URLSearchParams, name: string): URLSearchParams {
  const next = new URLSearchParams(query);
  next.delete(name);
  if (next.get('early_pro') !== 'true') next.set('mode', 'waitlist');
  return next;
}
