import { Skeleton } from '#components/ui/skeleton.tsx';

export function LatestSkeleton() {
  return (
    <div role="status" aria-label="Loading submissions" className={listClass}>
      {['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh'].map((key) => (
        <div key={key} className={rowClass}>
          <div>
            <Skeleton className="h-4 w-32" />
            <Skeleton className="mt-1 h-4 w-20" />
          </div>
          <Skeleton className="h-4 w-4/5 max-sm:order-last max-sm:col-span-2" />
          <Skeleton className="h-4 w-10" />
        </div>
      ))}
    </div>
  );
}

export const listClass = '-mx-4 -mb-2 divide-y divide-line sm:-mx-5';
export const rowClass =
  'grid min-h-11 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-4 py-2 text-small sm:grid-cols-[10rem_minmax(0,1fr)_auto] sm:px-5';
