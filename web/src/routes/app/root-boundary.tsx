import { useEffect, useRef } from 'react';
import { Failure } from '#components/ui/failure.tsx';
import { PageTitle } from '#components/ui/page.tsx';
import { useConnection } from '#lib/services.tsx';

/** Shown if a part of the app could not be loaded, or after an error in the app. */
export function RootBoundary() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <PageBoundary />
    </main>
  );
}

/** The same for one page: the navigation around it stays. The page reloads automatically if Inlet was away. */
export function PageBoundary() {
  const { isReachable, check } = useConnection();
  const wasAway = useRef(false);
  // The browser loads chunks itself, so the connection has not noticed this failure yet.
  useEffect(() => void check(), [check]);
  useEffect(() => {
    if (!isReachable) wasAway.current = true;
    else if (wasAway.current) window.location.reload();
  }, [isReachable]);
  return (
    <>
      <PageTitle>Something went wrong</PageTitle>
      <Failure
        level="page"
        title="This page could not be shown"
        message={
          isReachable
            ? 'A part of Inlet did not load. It may have been updated while you were away.'
            : 'Part of the page failed to load. It is shown as soon as Inlet can be reached again.'
        }
        isRetrying={false}
        onRetry={() => window.location.reload()}
      />
    </>
  );
}
