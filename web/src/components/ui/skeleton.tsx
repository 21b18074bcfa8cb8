import { classNames } from '#components/ui/class-names.ts';

/** A placeholder in the size of the content, so that nothing moves when the content has loaded. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden className={classNames('block animate-breathe rounded-small bg-hover', className)} />;
}
