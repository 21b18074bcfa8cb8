import ArrowLeft from 'virtual:lucide/arrow-left';
import { Link } from 'react-router-dom';
import { classNames } from '#components/ui/class-names.ts';

interface BackLinkProps {
  readonly to: string;
  /** The link is beside the title rather than above it. */
  readonly isInline?: boolean;
}

export function BackLink({ to, isInline = false }: BackLinkProps) {
  return (
    <Link
      to={to}
      className={classNames(
        '-ml-3 inline-flex min-h-11 shrink-0 items-center gap-2 rounded-medium px-3 text-small font-medium text-muted hover:bg-hover hover:text-ink sm:min-h-9',
        isInline ? '-mr-2' : '-mt-3 mb-2',
      )}
    >
      <ArrowLeft aria-hidden size={16} strokeWidth={1.75} />
      <span className={isInline ? 'max-sm:sr-only' : ''}>Back</span>
    </Link>
  );
}
