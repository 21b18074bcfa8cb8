import { Failure } from '#components/ui/failure.tsx';
import { PageTitle } from '#components/ui/page.tsx';

/** The last resort: a part of the app that could not be loaded, or a mistake of ours. */
export function RootBoundary() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <PageTitle>Something went wrong</PageTitle>
      <Failure
        level="page"
        title="This page could not be shown"
        message="A part of Inlet did not load. It may have been updated while you were away."
        isRetrying={false}
        onRetry={() => window.location.reload()}
      />
    </main>
  );
}
