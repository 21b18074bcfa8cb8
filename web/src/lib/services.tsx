import { createContext, type ReactNode, use, useSyncExternalStore } from 'react';
import type { ApiClient } from '#lib/api-client.ts';
import type { SessionState, SessionStore } from '#lib/session.ts';

interface Services {
  readonly session: SessionStore;
  readonly api: ApiClient;
}

const ServicesContext = createContext<Services | null>(null);

export function ServicesProvider({ services, children }: { services: Services; children: ReactNode }) {
  return <ServicesContext value={services}>{children}</ServicesContext>;
}

export function useApi(): ApiClient {
  return useServices().api;
}

export function useSession(): SessionStore {
  return useServices().session;
}

export function useSessionState(): SessionState {
  const session = useSession();
  return useSyncExternalStore(session.subscribe, session.getState);
}

function useServices(): Services {
  const services = use(ServicesContext);
  if (!services) throw new Error('ServicesProvider is missing above this component');
  return services;
}
