import { Outlet, useLocation } from 'react-router-dom';
import { ButtonLink } from '#components/ui/button-link.tsx';
import { NavigationLink } from '#components/ui/navigation-link.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeader } from '#components/ui/page.tsx';
import { hasActiveSubscription } from '#features/billing/subscription.ts';
import { useUser } from '#lib/services.tsx';

/** The settings of the account, available without a subscription too. */
export function SettingsLayout() {
  const user = useUser();
  const isActive = hasActiveSubscription(user);
  // The billing page has more details.
  const isBilling = useLocation().pathname === '/settings/billing';
  return (
    <>
      <PageHeader title="Account settings" />
      {!isActive && !isBilling && (
        <div className="mb-8">
          <Notice tone="info" action={<ButtonLink to="/dashboard">See the plans</ButtonLink>}>
            Your forms need an active subscription. Your account and your data are yours without one.
          </Notice>
        </div>
      )}
      <div className="grid grid-cols-1 items-start gap-x-12 gap-y-6 md:grid-cols-[10rem_minmax(0,48rem)]">
        <nav aria-label="Account settings" className="-mx-3 flex flex-wrap gap-1 md:flex-col md:items-start">
          <NavigationLink to="/settings">Account</NavigationLink>
          {user.needsSubscription && <NavigationLink to="/settings/billing">Billing</NavigationLink>}
          <NavigationLink to="/settings/sessions">Sessions</NavigationLink>
          <NavigationLink to="/settings/api-keys">API keys</NavigationLink>
          <NavigationLink to="/settings/privacy">Privacy</NavigationLink>
          <NavigationLink to="/settings/activity">Activity</NavigationLink>
        </nav>
        <Outlet />
      </div>
    </>
  );
}
