import { CSPProvider } from '@base-ui/react/csp-provider';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from 'react-router-dom';
import type { createAppRouter } from '#app/router.tsx';
import { type Services, ServicesProvider } from '#lib/services.tsx';

interface AppProps {
  readonly services: Services;
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
