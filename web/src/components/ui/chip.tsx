import { classNames } from '#components/ui/class-names.ts';

/** A short technical value, such as an origin; shortened with an ellipsis if space is short. */
export function Chip({ children, isMuted = false }: { children: string; isMuted?: boolean }) {
  return (
    <span
      title={children}
      className={classNames(
        'inline-block max-w-full truncate rounded-small border border-line bg-sunken px-2 py-0.5 align-middle text-caption',
        isMuted ? 'text-muted' : 'text-ink',
      )}
    >
      {children}
    </span>
  );
}
