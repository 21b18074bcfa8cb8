import { Outlet, useLocation } from 'react-router-dom';
import { ButtonLink } from '#components/ui/button-link.tsx';
import { NavigationLink } from '#components/ui/navigation-link.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeader } from '#components/ui/page.tsx';
import { hasActiveSubscription } from '#features/billing/subscription.ts';
import { useRights } from '#lib/person/use-rights.ts';
import { useUser } from '#lib/services.tsx';

/** The settings of the account, available without a subscription too. */
export function SettingsLayout() {
  const user = useUser();
  const may = useRights();
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
          <GroupName>You</GroupName>
          <NavigationLink to="/settings">Account</NavigationLink>
          <NavigationLink to="/settings/security">Sign-in</NavigationLink>
          <NavigationLink to="/settings/sessions">Sessions</NavigationLink>
          {user.workspace && <GroupName>Workspace</GroupName>}
          {may('workspace:update') && <NavigationLink to="/settings/workspace">General</NavigationLink>}
          {may('members:read') && <NavigationLink to="/settings/members">Members</NavigationLink>}
          {user.needsSubscription && may('billing:manage') && (
            <NavigationLink to="/settings/billing">Billing</NavigationLink>
          )}
          {may('keys:manage') && <NavigationLink to="/settings/api-keys">API keys</NavigationLink>}
          {may('mail:check') && <NavigationLink to="/settings/mail">Mail</NavigationLink>}
          {may('audit:read') && <NavigationLink to="/settings/activity">Activity</NavigationLink>}
          {may('people:read') && <NavigationLink to="/settings/privacy">Privacy</NavigationLink>}
        </nav>
        <Outlet />
      </div>
    </>
  );
}

/** On small screens the links are one row, where names of groups would only take space. */
function GroupName({ children }: { children: string }) {
  return <p className="px-3 pt-3 text-caption text-muted first:pt-0 max-md:hidden">{children}</p>;
}
