import type { User } from '@inlet/contracts/sessions';
import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import type { ApiClient } from '#lib/api-client.ts';
import type { Connection } from '#lib/connection.ts';
import type { SessionState, SessionStore } from '#lib/session.ts';

export interface Services {
  readonly session: SessionStore;
  readonly api: ApiClient;
  readonly connection: Connection;
  /** Opens a page of another website, such as the payment provider's. */
  readonly leaveTo: (url: string) => void;
}

const ServicesContext = createContext<Services | null>(null);

export function ServicesProvider({ services, children }: { services: Services; children: ReactNode }) {
  return <ServicesContext value={services}>{children}</ServicesContext>;
}

export function useApi(): ApiClient {
  return useServices().api;
}

export function useLeaveTo(): Services['leaveTo'] {
  return useServices().leaveTo;
}

/** Whether the service is reachable, and a function that checks again. */
export function useConnection(): { isReachable: boolean; check: Connection['check'] } {
  const { subscribe, isReachable, check } = useServices().connection;
  return { isReachable: useSyncExternalStore(subscribe, isReachable), check };
}

export function useSession(): SessionStore {
  return useServices().session;
}

export function useSessionState(): SessionState {
  const session = useSession();
  return useSyncExternalStore(session.subscribe, session.getState);
}

/** The signed-in person. It is only available below the guard. */
export function useUser(): User {
  const state = useSessionState();
  if (state.status !== 'signed-in') throw new Error('The guard for signed-in people is missing above this component');
  return state.user;
}

function useServices(): Services {
  const services = useContext(ServicesContext);
  if (!services) throw new Error('ServicesProvider is missing above this component');
  return services;
}
