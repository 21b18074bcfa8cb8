import BookOpen from 'virtual:lucide/book-open';
import CreditCard from 'virtual:lucide/credit-card';
import Layers from 'virtual:lucide/layers';
import LifeBuoy from 'virtual:lucide/life-buoy';
import LogOut from 'virtual:lucide/log-out';
import Monitor from 'virtual:lucide/monitor';
import Moon from 'virtual:lucide/moon';
import Plus from 'virtual:lucide/plus';
import Sun from 'virtual:lucide/sun';
import UserRound from 'virtual:lucide/user-round';
import type { Workspace } from '@inlet/contracts/workspaces';
import { useState } from 'react';
import { Menu, MenuAnchor, MenuChoice, MenuHeading, MenuItem, MenuLink, MenuSeparator } from '#components/ui/menu.tsx';
import { ProfileButton } from '#features/account/components/profile-button.tsx';
import { useOpenWorkspace, useWorkspaces } from '#lib/person/use-workspaces.ts';
import { useUser } from '#lib/services.tsx';
import { applyTheme, readTheme, type Theme } from '#lib/theme.ts';
import { useAppConfig } from '#lib/use-app-config.ts';

export interface ProfileMenuProps {
  readonly email: string;
  /** Null in an installation that takes no payments. */
  readonly onManageBilling: (() => void) | null;
  readonly onSignOut: () => void;
}

const themeOptions = [
  { value: 'system', label: 'System', icon: Monitor },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
] as const;

/** The menu is open from the start: the press that requested it mounts it. */
export function LoadedProfileMenu({ email, onManageBilling, onSignOut }: ProfileMenuProps) {
  const supportEmail = useAppConfig().data?.supportEmail;
  const workspaces = useWorkspaces().data ?? [];
  const hasSeveral = workspaces.length > 1;
  const newWorkspace = (
    <MenuLink icon={Plus} to="/new-workspace">
      New workspace
    </MenuLink>
  );

  return (
    <Menu trigger={<ProfileButton email={email} />} isOpenAtFirst>
      <MenuHeading label="Signed in as">{email}</MenuHeading>
      <MenuSeparator />
      {hasSeveral && (
        <>
          <WorkspaceChoice workspaces={workspaces} />
          {newWorkspace}
          <MenuSeparator />
        </>
      )}
      <ThemeChoice />
      <MenuSeparator />
      <MenuLink icon={UserRound} to="/settings">
        Account settings
      </MenuLink>
      {!hasSeveral && newWorkspace}
      <MenuLink icon={BookOpen} to="/docs">
        Documentation
      </MenuLink>
      {supportEmail && (
        <MenuAnchor icon={LifeBuoy} href={`mailto:${supportEmail}`}>
          Contact support
        </MenuAnchor>
      )}
      {onManageBilling && (
        <MenuItem icon={CreditCard} onSelect={onManageBilling}>
          Manage Billing
        </MenuItem>
      )}
      <MenuItem icon={LogOut} onSelect={onSignOut}>
        Sign Out
      </MenuItem>
    </Menu>
  );
}

/** The workspaces of somebody who has several. */
function WorkspaceChoice({ workspaces }: { workspaces: readonly Workspace[] }) {
  const { id } = useUser();
  const { mutate } = useOpenWorkspace();
  const options = workspaces.map(({ id: value, name }) => ({ value, label: name, icon: Layers }));
  return (
    <MenuChoice
      label="Workspace"
      value={id}
      options={options}
      closesMenu
      onChange={(next) => {
        if (next !== id) mutate(next);
      }}
    />
  );
}

/** Reads the theme whenever the menu opens, because the theme can be switched elsewhere. */
function ThemeChoice() {
  const [theme, setTheme] = useState(readTheme);

  function choose(choice: Theme) {
    applyTheme(choice);
    setTheme(choice);
  }

  return <MenuChoice label="Theme" value={theme} options={themeOptions} onChange={choose} />;
}
