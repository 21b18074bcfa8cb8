import { useEffect, useRef } from 'react';
import { Link, Outlet, ScrollRestoration, useLocation } from 'react-router-dom';
import { NavigationLink } from '#components/ui/navigation-link.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Wordmark } from '#components/ui/wordmark.tsx';
import { useSignOut } from '#features/account/api/use-sign-out.ts';
import { ProfileMenu } from '#features/account/components/profile-menu.tsx';
import { failureMessage } from '#lib/http.ts';
import { useSessionState } from '#lib/services.tsx';

export function SignedInLayout() {
  const state = useSessionState();
  const signOut = useSignOut();
  const main = useMainFocus();

  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#main" className={skipClass}>
        Skip to content
      </a>
      <header className="sticky top-0 z-20 bg-canvas">
        <div className="mx-auto max-w-[72rem] px-4 sm:px-6">
          <div className="flex h-14 items-center gap-2 border-line border-b sm:gap-6">
            <Link to="/forms" aria-label="Inlet, to your forms" className="rounded-medium py-2.5">
              <Wordmark />
            </Link>
            <nav aria-label="Main" className="flex items-center gap-1">
              <NavigationLink to="/forms">Forms</NavigationLink>
              <NavigationLink to="/forms/new">Create Form</NavigationLink>
            </nav>
            <div className="ml-auto">
              {state.status === 'signed-in' && (
                <ProfileMenu email={state.user.email} onSignOut={() => signOut.mutate()} />
              )}
            </div>
          </div>
        </div>
      </header>
      <main id="main" ref={main} tabIndex={-1} className="mx-auto w-full max-w-[72rem] grow px-4 py-8 sm:px-6 sm:py-12">
        {signOut.isError && (
          <div className="mb-8">
            <Notice tone="danger">{`You are still signed in. ${failureMessage(signOut.error)}`}</Notice>
          </div>
        )}
        <Outlet />
      </main>
      <ScrollRestoration />
    </div>
  );
}

/** A new page takes the focus, so that a screen reader reads on there and Tab goes on from its beginning. */
function useMainFocus() {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const shownPathname = useRef(pathname);
  useEffect(() => {
    if (shownPathname.current === pathname) return;
    shownPathname.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}

const skipClass =
  'absolute top-2 left-4 z-30 -translate-y-16 rounded-medium bg-accent px-4 py-2 text-small font-medium text-on-accent focus:translate-y-0';
