import { Skeleton } from '#components/ui/skeleton.tsx';

const names = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];

export function ListSkeleton() {
  return (
    <div role="status" aria-label="Loading submissions">
      <div className="box-content flex h-12 items-center border-line border-b sm:h-11 md:h-13">
        <Skeleton className="h-9 w-full sm:h-8 sm:max-w-80" />
      </div>
      <div className="h-7 border-line border-b max-sm:hidden md:h-8 wide:h-9" />
      {names.map((name) => (
        <div
          key={name}
          className="-mx-4 flex h-19.5 flex-col justify-center gap-3 border-line border-b px-4 sm:-mx-3 sm:px-3 sm:h-14 sm:flex-row sm:items-center sm:justify-between wide:h-9"
        >
          <Skeleton className="h-4 w-44" />
          <Skeleton className="h-4 w-32" />
          <Skeleton className="h-4 w-24 max-sm:hidden" />
        </div>
      ))}
    </div>
  );
}
