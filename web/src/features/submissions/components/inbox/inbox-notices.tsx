import { Suspense, useSyncExternalStore } from 'react';
import { useSimilar } from '#features/submissions/api/use-similar.ts';
import { ChangeToasts } from '#features/submissions/components/bulk/change-toasts.tsx';
import { InboxDialog } from '#features/submissions/components/inbox/inbox-dialog.tsx';
import { useInbox } from '#features/submissions/inbox/inbox-context.ts';

/** The toasts and dialogs over the list. */
export function InboxNotices() {
  const { form, state, pending } = useInbox();
  const change = useSyncExternalStore(pending.subscribe, pending.state);
  const similar = useSimilar(form.id, change, pending.isGone);
  return (
    <>
      <ChangeToasts state={change} similarCount={similar.ids.length} onDismissSimilar={similar.dismiss} />
      <Suspense>{state.dialog !== null && <InboxDialog dialog={state.dialog} similarIds={similar.ids} />}</Suspense>
    </>
  );
}
