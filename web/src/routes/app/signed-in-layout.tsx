import { lazy, Suspense, useEffect, useRef, useSyncExternalStore } from 'react';
import { Link, Outlet, ScrollRestoration, useLocation, useMatches } from 'react-router-dom';
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
import { useFactorRequired } from '#lib/person/factor-required.ts';
import { useRights } from '#lib/person/use-rights.ts';
import { scrollKey } from '#lib/scroll-key.ts';
import { useApi, useUser } from '#lib/services.tsx';
import { Commands } from '#routes/app/commands/commands.tsx';
import { wideHandle } from '#routes/app/wide-handle.ts';

// Few people see these notices. The page waits for the reminder above it, so that it moves nothing when it appears.
const VerifyReminder = lazy(async () => ({
  default: (await import('#features/account/components/verify-reminder.tsx')).VerifyReminder,
}));
const ConfirmPerson = lazy(async () => ({
  default: (await import('#features/account/components/confirm-person.tsx')).ConfirmPerson,
}));
const PortalFailure = lazy(async () => ({
  default: (await import('#features/billing/components/portal-failure.tsx')).PortalFailure,
}));

const NoWorkspace = lazy(async () => ({
  default: (await import('#routes/workspace/no-workspace.tsx')).NoWorkspace,
}));
const RequiredFactor = lazy(async () => ({
  default: (await import('#routes/workspace/required-factor.tsx')).RequiredFactor,
}));

const newWorkspacePath = '/new-workspace';
/** Pages about the person alone, which a workspace has no say in. */
const personalPaths: readonly string[] = ['/settings', '/settings/security', '/settings/sessions'];

export function SignedInLayout() {
  const user = useUser();
  const signOut = useSignOut();
  const portal = usePortal();
  const main = useMainFocus();
  const { confirmations } = useApi();
  const isConfirming = useSyncExternalStore(confirmations.subscribe, confirmations.isAsking);
  const may = useRights();
  const needsFactor = useFactorRequired();
  const isActive = user.workspace !== null && hasActiveSubscription(user);
  // The account settings are available without a subscription, especially export and deletion.
  const isWide = useMatches().some(({ handle }) => handle === wideHandle);
  const { pathname } = useLocation();
  const isOwnAccount = /^\/settings(\/|$)/.test(pathname);
  const mayBuy = user.needsSubscription && may('billing:manage');

  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#main" className={skipClass}>
        Skip to content
      </a>
      <header className="sticky top-0 z-20 border-line border-b bg-canvas">
        <div className="flex h-14 items-center gap-1 px-4 sm:gap-6 sm:px-6">
          <Link
            to="/dashboard"
            aria-label="Inlet, to your dashboard"
            className="shrink-0 rounded-medium py-2.5 max-sm:[&_span_span]:sr-only"
          >
            <Wordmark />
          </Link>
          {isActive && !needsFactor && (
            <nav
              aria-label="Main"
              className="flex min-w-0 items-center max-sm:[&_span]:px-2 max-[26rem]:[&_span]:px-1 sm:gap-1"
            >
              <NavigationLink to="/dashboard">Dashboard</NavigationLink>
              <NavigationLink to="/forms">Forms</NavigationLink>
              {may('forms:write') && <NavigationLink to="/forms/new">Create Form</NavigationLink>}
            </nav>
          )}
          <div className="ml-auto flex shrink-0 items-center gap-1 max-[26rem]:-mr-1.5 sm:gap-3">
            <Commands hasForms={isActive && !needsFactor} hasBilling={mayBuy} onSignOut={() => signOut.mutate()} />
            <ProfileMenu
              email={user.email}
              onManageBilling={mayBuy ? () => portal.isLeaving || portal.leave() : null}
              onSignOut={() => signOut.mutate()}
            />
          </div>
        </div>
        <ConnectionBar />
      </header>
      <main
        id="main"
        ref={main}
        tabIndex={-1}
        className={`mx-auto w-full grow px-4 sm:px-6 ${isWide ? 'pt-1 pb-2 md:py-3' : 'max-w-[72rem] py-8 sm:py-12'}`}
      >
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
        {!user.isVerified && (isActive || isOwnAccount) && <VerifyReminder />}
        {isActive && mayBuy && <PaymentDue isOpening={portal.isLeaving} onManage={() => portal.leave()} />}
        <Content isOwnAccount={isOwnAccount} needsFactor={needsFactor && !personalPaths.includes(pathname)} />
      </main>
      {isConfirming && (
        <Suspense>
          <ConfirmPerson />
        </Suspense>
      )}
      <ScrollRestoration getKey={scrollKey} />
    </div>
  );
}

interface ContentProps {
  readonly isOwnAccount: boolean;
  readonly needsFactor: boolean;
}

/** The page, or what is missing before it can be shown. */
function Content({ isOwnAccount, needsFactor }: ContentProps) {
  const user = useUser();
  const isNew = useLocation().pathname === newWorkspacePath;
  if (needsFactor && !isNew) {
    return (
      <Suspense>
        <RequiredFactor />
      </Suspense>
    );
  }
  if (isOwnAccount || isNew) return <Outlet />;
  if (user.workspace === null) {
    return (
      <Suspense>
        <NoWorkspace />
      </Suspense>
    );
  }
  return (
    <SubscriptionGate>
      <Outlet />
    </SubscriptionGate>
  );
}

/** A new page takes the focus, so that a screen reader reads on there and Tab starts at its beginning. */
function useMainFocus() {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const shownPathname = useRef(pathname);
  useEffect(() => {
    if (shownPathname.current === pathname) return;
    shownPathname.current = pathname;
    // Tabs of a page keep the focus: a reader who chose one may want the next.
    if (document.activeElement?.closest('[data-keeps-focus]')) return;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}

const skipClass =
  'absolute top-2 left-4 z-30 -translate-y-16 rounded-medium bg-accent px-4 py-2 text-small font-medium text-on-accent focus:translate-y-0';
