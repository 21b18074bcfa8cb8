import { type Action, mayDo } from '@inlet/contracts/roles';
import { useUser } from '#lib/services.tsx';

/** What the person may do in the workspace. The service checks each call again. */
export function useRights(): (action: Action) => boolean {
  const { role } = useUser();
  return (action) => role !== null && mayDo(role, action);
}
