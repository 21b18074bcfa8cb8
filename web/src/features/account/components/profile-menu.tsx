import { type ComponentType, useState } from 'react';
import type { ProfileMenuProps } from '#features/account/components/loaded-profile-menu.tsx';
import { ProfileButton } from '#features/account/components/profile-button.tsx';

/**
 * The menu would be a quarter of the first load, so it is loaded on demand: fetched when the button is hovered or
 * focused, and mounted open when it is pressed.
 */
export function ProfileMenu(props: ProfileMenuProps) {
  const [Loaded, setLoaded] = useState<ComponentType<ProfileMenuProps> | null>(null);

  async function open() {
    const { LoadedProfileMenu } = await load();
    setLoaded(() => LoadedProfileMenu);
  }

  if (Loaded) return <Loaded {...props} />;
  return (
    <ProfileButton
      email={props.email}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => void open()}
    />
  );
}

function load() {
  return import('#features/account/components/loaded-profile-menu.tsx');
}
