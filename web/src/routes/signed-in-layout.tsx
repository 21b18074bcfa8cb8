import { lazy, Suspense, useEffect, useRef } from 'react';
import { Link, Outlet, ScrollRestoration, useLocation } from 'react-router-dom';
import { NavigationLink } from '#components/ui/navigation-link.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Wordmark } from '#components/ui/wordmark.tsx';
import { useSignOut } from '#features/account/api/use-sign-out.ts';
import { ProfileMenu } from '#features/account/components/profile-menu.tsx';
import { usePortal } from '#features/billing/api/use-portal.ts';
import { PaymentDue } from '#features/billing/components/payment-due.tsx';
import { SubscriptionGate } from '#features/billing/components/subscription-gate.tsx';
import { hasActiveSubscription } from '#features/billing/subscription.ts';
import { ConnectionBar } from '#features/connection/components/connection-bar.tsx';
import { failureMessage } from '#lib/http.ts';
import { scrollKey } from '#lib/scroll-key.ts';
import { useUser } from '#lib/services.tsx';

// Few people see them.
const VerifyReminder = lazy(async () => ({
  default: (await import('#features/account/components/verify-reminder.tsx')).VerifyReminder,
}));
const PortalFailure = lazy(async () => ({
  default: (await import('#features/billing/components/portal-failure.tsx')).PortalFailure,
}));

export function SignedInLayout() {
  const user = useUser();
  const signOut = useSignOut();
  const portal = usePortal();
  const main = useMainFocus();
  const isActive = hasActiveSubscription(user);
  // The account settings are available without a subscription, above all export and deletion.
  const isOwnAccount = /^\/settings(\/|$)/.test(useLocation().pathname);

  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#main" className={skipClass}>
        Skip to content
      </a>
      <header className="sticky top-0 z-20 bg-canvas">
        <div className="mx-auto max-w-[72rem] px-4 sm:px-6">
          <div className="flex flex-wrap items-center gap-x-2 border-line border-b sm:h-14 sm:flex-nowrap sm:gap-6">
            <Link to="/dashboard" aria-label="Inlet, to your dashboard" className="rounded-medium py-2.5">
              <Wordmark />
            </Link>
            {isActive && (
              <nav
                aria-label="Main"
                className="order-last -mx-3 flex w-[calc(100%+1.5rem)] items-center sm:order-none sm:mx-0 sm:w-auto sm:gap-1"
              >
                <NavigationLink to="/dashboard">Dashboard</NavigationLink>
                <NavigationLink to="/forms">Forms</NavigationLink>
                <NavigationLink to="/forms/new">Create Form</NavigationLink>
              </nav>
            )}
            <div className="ml-auto">
              <ProfileMenu
                email={user.email}
                onManageBilling={user.needsSubscription ? () => portal.isLeaving || portal.leave() : null}
                onSignOut={() => signOut.mutate()}
              />
            </div>
          </div>
        </div>
        <ConnectionBar />
      </header>
      <main id="main" ref={main} tabIndex={-1} className="mx-auto w-full max-w-[72rem] grow px-4 py-8 sm:px-6 sm:py-12">
        {signOut.isError && (
          <div className="mb-8">
            <Notice tone="danger">{`You are still signed in. ${failureMessage(signOut.error)}`}</Notice>
          </div>
        )}
        {portal.error && (
          <div className="mb-8">
            <Suspense>
              <PortalFailure error={portal.error} />
            </Suspense>
          </div>
        )}
        {!user.isVerified && (isActive || isOwnAccount) && (
          <Suspense>
            <VerifyReminder />
          </Suspense>
        )}
        {isActive && user.needsSubscription && (
          <PaymentDue isOpening={portal.isLeaving} onManage={() => portal.leave()} />
        )}
        {isOwnAccount ? (
          <Outlet />
        ) : (
          <SubscriptionGate>
            <Outlet />
          </SubscriptionGate>
        )}
      </main>
      <ScrollRestoration getKey={scrollKey} />
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
