import type { User } from '@inlet/contracts/sessions';
import type { ApiClient } from '#lib/api-client.ts';
import type { SessionStore } from '#lib/session.ts';

/** Reads the signed-in person again and updates the session. */
export async function reloadUser(api: ApiClient, session: SessionStore, signal?: AbortSignal): Promise<User> {
  const user = await api.call('readMe', { signal });
  session.updateUser(user);
  return user;
}
