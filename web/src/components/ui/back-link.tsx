import ArrowLeft from 'virtual:lucide/arrow-left';
import { Link } from 'react-router-dom';

export function BackLink({ to }: { to: string }) {
  return (
    <Link
      to={to}
      className="-mt-3 mb-2 -ml-3 inline-flex min-h-11 items-center gap-2 rounded-medium px-3 text-small font-medium text-muted hover:bg-hover hover:text-ink sm:min-h-9"
    >
      <ArrowLeft aria-hidden size={16} strokeWidth={1.75} />
      Back
    </Link>
  );
}
