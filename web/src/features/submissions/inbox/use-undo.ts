import { useInbox } from '#features/submissions/inbox/inbox-context.ts';

/** Takes back the change that a toast offers to undo; a removal, which is not sent yet, before others. */
export function useUndo(): () => void {
  const { pending, states } = useInbox();
  return () => (pending.state().status === 'waiting' ? pending.undo() : states.undo());
}
