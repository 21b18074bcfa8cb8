import { Link, useSearchParams } from 'react-router-dom';
import { classNames } from '#components/ui/class-names.ts';
import { type Folder, noFilter, writeFilter } from '#features/submissions/filter.ts';
import { formatNumber } from '#lib/wording.ts';

interface FolderTabsProps {
  readonly folder: Folder;
  readonly spamTotal: number | undefined;
}

/** Folders are places of their own in the address bar, so these are links. */
export function FolderTabs({ folder, spamTotal }: FolderTabsProps) {
  const [params] = useSearchParams();
  const folders: readonly { readonly name: Folder; readonly label: string; readonly count?: number | undefined }[] = [
    { name: 'inbox', label: 'Submissions' },
    { name: 'spam', label: 'Spam', count: spamTotal },
    { name: 'refused', label: 'Refused' },
  ];
  return (
    <nav aria-label="Folders" className="flex gap-1 overflow-x-auto">
      {folders.map(({ name, label, count }) => (
        <Link
          key={name}
          to={{ search: writeFilter(params, { ...noFilter, folder: name }).toString() }}
          preventScrollReset
          aria-current={name === folder ? 'page' : undefined}
          className={classNames(
            'inline-flex min-h-11 items-center gap-2 rounded-medium px-3 text-small font-medium whitespace-nowrap transition-tint hover:bg-hover hover:text-ink sm:min-h-9',
            name === folder ? 'bg-hover text-ink' : 'text-muted',
          )}
        >
          {label}
          {count !== undefined && count > 0 && (
            <span className="text-caption text-muted tabular-nums">{formatNumber(count)}</span>
          )}
        </Link>
      ))}
    </nav>
  );
}
