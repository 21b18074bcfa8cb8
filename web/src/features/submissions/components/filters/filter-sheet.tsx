import type { Member } from '@inlet/contracts/workspaces';
import type { ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { inputClass } from '#components/ui/field.tsx';
import { type Filter, noFilter, unknownOrigin } from '#features/submissions/filter.ts';
import type { useFilter } from '#features/submissions/use-filter.ts';
import { useUser } from '#lib/services.tsx';

interface FilterSheetProps {
  readonly filter: Filter;
  /** The members that see the form; none for a person who works alone. */
  readonly members: readonly Member[];
  readonly origins: readonly string[];
  readonly tags: readonly string[];
  readonly hidesDone: boolean;
  readonly onHideDone: (isOn: boolean) => void;
  readonly onChange: ReturnType<typeof useFilter>['changeFilter'];
  /** The saved views and the columns, which do not fit beside the search on a small screen. */
  readonly more: ReactNode;
  readonly onClose: () => void;
}

/** All filters of a list. A change applies at once. */
export function FilterSheet(props: FilterSheetProps) {
  const { filter, members, origins, tags, hidesDone, onHideDone, onChange, more, onClose } = props;
  const { personId } = useUser();
  const change = (to: Parameters<typeof onChange>[0]) => onChange(to, { replace: true });
  return (
    <Dialog isOpen onClose={onClose} title="Filters">
      <div className="grid grid-cols-2 gap-4">
        <Labelled label="Origin">
          <select
            value={filter.origin}
            onChange={(event) => change({ origin: event.target.value })}
            className={controlClass}
          >
            <option value="">Any origin</option>
            {withOwn(origins, filter.origin)
              .filter((origin) => origin !== unknownOrigin)
              .map((origin) => (
                <option key={origin}>{origin}</option>
              ))}
            <option value={unknownOrigin}>Unknown</option>
          </select>
        </Labelled>
        <Labelled label="Tag">
          <select value={filter.tag} onChange={(event) => change({ tag: event.target.value })} className={controlClass}>
            <option value="">Any tag</option>
            {withOwn(tags, filter.tag).map((tag) => (
              <option key={tag}>{tag}</option>
            ))}
          </select>
        </Labelled>
        <Labelled label="Received from">
          <input
            type="date"
            value={filter.from}
            max={filter.to || undefined}
            onChange={(event) => change({ from: event.target.value })}
            className={dateClass(filter.from)}
          />
        </Labelled>
        <Labelled label="Received up to">
          <input
            type="date"
            value={filter.to}
            min={filter.from || undefined}
            onChange={(event) => change({ to: event.target.value })}
            className={dateClass(filter.to)}
          />
        </Labelled>
        <Labelled label="Status">
          <select
            value={filter.status}
            onChange={(event) => change({ status: event.target.value as Filter['status'] })}
            className={controlClass}
          >
            <option value="">Open and done</option>
            <option value="open">Open</option>
            <option value="done">Done</option>
          </select>
        </Labelled>
        <Labelled label="Read">
          <select
            value={filter.read}
            onChange={(event) => change({ read: event.target.value as Filter['read'] })}
            className={controlClass}
          >
            <option value="">Read and unread</option>
            <option value="false">Unread</option>
            <option value="true">Read</option>
          </select>
        </Labelled>
        <Labelled label="Rules">
          <select
            value={filter.ruleErrors}
            onChange={(event) => change({ ruleErrors: event.target.value as Filter['ruleErrors'] })}
            className={controlClass}
          >
            <option value="">All</option>
            <option value="true">Breaks a rule</option>
            <option value="false">Breaks no rule</option>
          </select>
        </Labelled>
        <Labelled label="Address">
          <select
            value={filter.confirmed}
            onChange={(event) => change({ confirmed: event.target.value as Filter['confirmed'] })}
            className={controlClass}
          >
            <option value="">All</option>
            <option value="true">Confirmed</option>
            <option value="false">Not confirmed</option>
          </select>
        </Labelled>
        {members.length > 0 && (
          <Labelled label="Assigned to">
            <select
              value={filter.assignee}
              onChange={(event) => change({ assignee: event.target.value })}
              className={controlClass}
            >
              <option value="">Anybody and nobody</option>
              <option value="me">Me</option>
              <option value="none">Nobody</option>
              {members
                .filter(({ id }) => id !== personId)
                .map(({ id, email }) => (
                  <option key={id} value={id}>
                    {email}
                  </option>
                ))}
            </select>
          </Labelled>
        )}
        <label className="col-start-1 flex min-h-11 items-center gap-3 text-small font-medium">
          <input
            type="checkbox"
            checked={filter.starred === 'true'}
            onChange={(event) => change({ starred: event.target.checked ? 'true' : '' })}
            className="size-4 accent-accent"
          />
          Starred only
        </label>
        {filter.folder === 'inbox' && (
          <label className="flex min-h-11 items-center gap-3 text-small font-medium">
            <input
              type="checkbox"
              checked={hidesDone}
              onChange={(event) => onHideDone(event.target.checked)}
              className="size-4 accent-accent"
            />
            Hide done
          </label>
        )}
      </div>
      <div className="mt-2 flex gap-2 sm:hidden [&_span]:not-sr-only">{more}</div>
      <div className="mt-6 flex justify-end gap-2">
        <Button onClick={() => change(noFilter)}>Clear</Button>
        <Button variant="primary" onClick={onClose}>
          Show submissions
        </Button>
      </div>
    </Dialog>
  );
}

function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is inside
    <label className="block min-w-0">
      <span className="mb-1.5 block text-small font-medium">{label}</span>
      {children}
    </label>
  );
}

/** Values from the address are offered as well, even if no submission has them. */
function withOwn(known: readonly string[], own: string): readonly string[] {
  return own === '' || known.includes(own) ? known : [own, ...known];
}

/** Without a day, browsers show a date format, which is not a value. */
function dateClass(value: string): string {
  return value === '' ? `${controlClass} not-focus:text-muted` : controlClass;
}

const controlClass = `${inputClass} min-h-11 sm:min-h-9`;
