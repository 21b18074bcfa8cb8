import { classNames } from '#components/ui/class-names.ts';

/** Stands where something will be, in its size, so that nothing moves when it comes. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden className={classNames('block animate-breathe rounded-small bg-hover', className)} />;
}
