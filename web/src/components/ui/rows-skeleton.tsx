import { Skeleton } from '#components/ui/skeleton.tsx';

/** The placeholder of a short list. */
export function RowsSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="-my-4 divide-y divide-line">
      {['first', 'second'].map((key) => (
        <div key={key} className="flex min-h-18 flex-col justify-center gap-1 py-4">
          <Skeleton className="h-5 w-44" />
          <Skeleton className="h-5 w-72 max-w-full" />
        </div>
      ))}
    </div>
  );
}
