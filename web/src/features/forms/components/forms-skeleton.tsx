import { Card } from '#components/ui/card.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { formsGridClass } from '#features/forms/components/forms-grid.tsx';

export function FormsSkeleton() {
  return (
    <div role="status" aria-label="Loading forms" className={formsGridClass}>
      {['first', 'second', 'third', 'fourth'].map((key) => (
        <Card key={key}>
          <div className="p-4 pb-3 sm:p-5 sm:pb-3">
            <Skeleton className="h-6 w-40" />
            <Skeleton className="mt-0.5 h-5 w-4/5" />
            <Skeleton className="mt-3 h-9 w-full" />
            <Skeleton className="mt-2 h-5 w-3/5" />
            <Skeleton className="mt-3 h-11.5 w-2/3 sm:h-9.5" />
            <Skeleton className="mt-3 h-5.5 w-2/5" />
          </div>
          <div className="flex h-13.5 items-center justify-between border-line border-t px-4 sm:h-11.5 sm:px-5">
            <Skeleton className="h-4 w-12" />
            <Skeleton className="h-4 w-20" />
          </div>
        </Card>
      ))}
    </div>
  );
}
