import Bookmark from 'virtual:lucide/bookmark';
import CheckCheck from 'virtual:lucide/check-check';
import Pencil from 'virtual:lucide/pencil';
import Plus from 'virtual:lucide/plus';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { Menu, MenuHeading, MenuItem, MenuSeparator } from '#components/ui/menu.tsx';
import { useViews } from '#features/submissions/api/use-views.ts';
import { type Filter, isFiltered, isSorted } from '#features/submissions/filter.ts';
import type { useFilter } from '#features/submissions/use-filter.ts';
import { filterOfView } from '#features/submissions/view-filter.ts';

const EditViews = lazy(async () => ({
  default: (await import('#features/submissions/components/filters/edit-views.tsx')).EditViews,
}));

export interface LoadedViewsProps {
  readonly formId: string;
  readonly filter: Filter;
  readonly trigger: ReactElement;
  readonly onChange: ReturnType<typeof useFilter>['changeFilter'];
  /** Null for somebody who changes no submissions. */
  readonly onMarkAllRead: (() => void) | null;
  readonly mayEdit: boolean;
}

/** The menu is open from the start: the press that requested it mounts it. */
export function LoadedViews({ formId, filter, trigger, onChange, onMarkAllRead, mayEdit }: LoadedViewsProps) {
  const { data } = useViews(formId);
  const views = data ?? [];
  const [isEditing, setIsEditing] = useState(false);
  const canSave = mayEdit && (isFiltered(filter) || isSorted(filter));
  const hasViews = views.length > 0;
  const canEdit = mayEdit && hasViews && !canSave;
  return (
    <>
      <Menu trigger={trigger} isOpenAtFirst>
        {data && !hasViews && !canSave && (
          <MenuHeading label="Saved views">{mayEdit ? 'Filter the list to save a view' : 'None yet'}</MenuHeading>
        )}
        {views.map(({ id, name, filter: saved }) => (
          <MenuItem key={id} icon={Bookmark} onSelect={() => onChange(filterOfView(saved))}>
            {name}
          </MenuItem>
        ))}
        {hasViews && (mayEdit || onMarkAllRead) && <MenuSeparator />}
        {canSave && (
          <MenuItem icon={Plus} onSelect={() => setIsEditing(true)}>
            Save this view…
          </MenuItem>
        )}
        {canEdit && (
          <MenuItem icon={Pencil} onSelect={() => setIsEditing(true)}>
            Edit views…
          </MenuItem>
        )}
        {onMarkAllRead && (
          <MenuItem icon={CheckCheck} onSelect={onMarkAllRead}>
            Mark all as read
          </MenuItem>
        )}
      </Menu>
      {isEditing && (
        <Suspense>
          <EditViews
            formId={formId}
            filter={canSave ? filter : null}
            views={views}
            onClose={() => setIsEditing(false)}
          />
        </Suspense>
      )}
    </>
  );
}
