import { CSPProvider } from '@base-ui/react/csp-provider';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from 'react-router-dom';
import type { createAppRouter } from '#app/router.tsx';
import type { ApiClient } from '#lib/api-client.ts';
import { ServicesProvider } from '#lib/services.tsx';
import type { SessionStore } from '#lib/session.ts';

interface AppProps {
  readonly services: { readonly session: SessionStore; readonly api: ApiClient };
  readonly queryClient: QueryClient;
  readonly router: ReturnType<typeof createAppRouter>;
}

export function App({ services, queryClient, router }: AppProps) {
  return (
    <CSPProvider disableStyleElements>
      <ServicesProvider services={services}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </ServicesProvider>
    </CSPProvider>
  );
}
