import { Link, useLocation } from 'react-router-dom';

/** A link from one mode of the screen to another. It keeps the page that was requested before signing in. */
export function AuthLink({ to, children }: { to: string; children: string }) {
  const { state } = useLocation();
  return (
    <Link
      to={to}
      state={state}
      className="inline-flex min-h-11 items-center rounded-small font-medium text-accent underline-offset-4 hover:text-accent-hover hover:underline sm:min-h-8"
    >
      {children}
    </Link>
  );
}
