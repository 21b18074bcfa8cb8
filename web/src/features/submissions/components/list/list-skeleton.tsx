import { Skeleton } from '#components/ui/skeleton.tsx';

const names = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];

export function ListSkeleton() {
  return (
    <div role="status" aria-label="Loading submissions">
      <div className="h-13 border-line border-b" />
      {names.map((name) => (
        <div
          key={name}
          className="flex h-19.5 flex-col justify-center gap-3 border-line border-b px-4 last:border-b-0 sm:h-14 sm:flex-row sm:items-center sm:justify-between wide:h-9"
        >
          <Skeleton className="h-4 w-44" />
          <Skeleton className="h-4 w-32" />
          <Skeleton className="h-4 w-24 max-sm:hidden" />
        </div>
      ))}
    </div>
  );
}
