import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { FullPageSpinner } from '#components/ui/full-page-spinner.tsx';

/** Public pages are documents of their own: a link of the app that leads to one loads it. */
export function LeaveForPublicPage() {
  const { pathname, search, hash } = useLocation();
  useEffect(() => window.location.replace(pathname + search + hash), [pathname, search, hash]);
  return <FullPageSpinner />;
}
