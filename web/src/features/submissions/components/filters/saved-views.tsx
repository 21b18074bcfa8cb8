import Bookmark from 'virtual:lucide/bookmark';
import { type ComponentType, useState } from 'react';
import { ToolButton } from '#features/submissions/components/filters/filter-bar.tsx';
import type { LoadedViewsProps } from '#features/submissions/components/filters/loaded-views.tsx';

/** The menu of saved views is loaded when the pointer or the focus reaches the button. */
export function SavedViews(props: Omit<LoadedViewsProps, 'trigger'>) {
  const [Loaded, setLoaded] = useState<ComponentType<LoadedViewsProps> | null>(null);

  async function open() {
    const { LoadedViews } = await load();
    setLoaded(() => LoadedViews);
  }

  const button = (
    <ToolButton
      aria-label="Views"
      title="Views"
      aria-haspopup="menu"
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={Loaded ? undefined : () => void open()}
    >
      <Bookmark aria-hidden size={15} strokeWidth={1.75} />
      <span className="max-lg:sr-only @max-4xl:sr-only">Views</span>
    </ToolButton>
  );
  return Loaded ? <Loaded {...props} trigger={button} /> : button;
}

function load() {
  return import('#features/submissions/components/filters/loaded-views.tsx');
}
