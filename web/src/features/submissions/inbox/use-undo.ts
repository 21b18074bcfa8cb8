import { useInbox } from '#features/submissions/inbox/inbox-context.ts';

/** Undoes the change that a toast offers to undo; a removal comes first, because it is not sent yet. */
export function useUndo(): () => void {
  const { pending, states } = useInbox();
  return () => (pending.state().status === 'waiting' ? pending.undo() : states.undo());
}
