import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { FullPageSpinner } from '#components/ui/full-page-spinner.tsx';

/** Public pages are separate documents, so a link of the app to a public page loads it. */
export function LeaveForPublicPage() {
  const { pathname, search, hash } = useLocation();
  useEffect(() => window.location.replace(pathname + search + hash), [pathname, search, hash]);
  return <FullPageSpinner />;
}
