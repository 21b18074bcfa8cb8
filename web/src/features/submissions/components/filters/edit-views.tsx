import Trash2 from 'virtual:lucide/trash';
import type { SavedView } from '@inlet/contracts/inbox-views';
import { viewNameMaxLength } from '@inlet/contracts/submission-limits';
import { type FormEvent, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { FieldError, inputClass, TextField } from '#components/ui/field.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { useChangeViews } from '#features/submissions/api/use-views.ts';
import type { Filter } from '#features/submissions/filter.ts';
import { viewOfFilter } from '#features/submissions/view-filter.ts';
import { failureMessage } from '#lib/http.ts';

interface EditViewsProps {
  readonly formId: string;
  /** The filter to save; null without a filter. */
  readonly filter: Filter | null;
  readonly views: readonly SavedView[];
  readonly onClose: () => void;
}

/** Saves the list's filter under a name, and renames or deletes existing views. */
export function EditViews({ formId, filter, views, onClose }: EditViewsProps) {
  const { create, rename, remove } = useChangeViews(formId);
  const [name, setName] = useState('');
  const failure = [create, rename, remove].find(({ isError }) => isError)?.error;

  function save(event: FormEvent) {
    event.preventDefault();
    if (filter) create.mutate({ name, filter: viewOfFilter(filter) }, { onSuccess: onClose });
  }

  return (
    <Dialog isOpen onClose={onClose} title={filter ? 'Save view' : 'Views'}>
      {filter && (
        <form onSubmit={save} className="flex items-end gap-2">
          <div className="grow">
            <TextField
              label="Name of the view"
              value={name}
              maxLength={viewNameMaxLength}
              required
              autoComplete="off"
              onChange={(event) => setName(event.target.value)}
            />
          </div>
          <Button type="submit" variant="primary" isLoading={create.isPending} className="sm:min-h-10">
            Save
          </Button>
        </form>
      )}
      {views.length > 0 && (
        <ul aria-label="Saved views" className={filter ? 'mt-6 grid gap-2' : 'grid gap-2'}>
          {views.map((view) => (
            <li key={view.id} className="flex items-center gap-2">
              <input
                aria-label={`Name of the view ${view.name}`}
                defaultValue={view.name}
                maxLength={viewNameMaxLength}
                onBlur={({ target }) => {
                  const next = target.value.trim();
                  if (next !== '' && next !== view.name) rename.mutate({ viewId: view.id, name: next });
                }}
                className={`${inputClass} min-h-11 sm:min-h-9`}
              />
              <IconButton icon={Trash2} label={`Delete the view ${view.name}`} onClick={() => remove.mutate(view.id)} />
            </li>
          ))}
        </ul>
      )}
      <FieldError>{failure ? failureMessage(failure) : undefined}</FieldError>
    </Dialog>
  );
}
