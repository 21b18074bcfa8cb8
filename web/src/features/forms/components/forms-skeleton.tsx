import { Card } from '#components/ui/card.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { addressClass, formCardClass, linksClass, trendClass } from '#features/forms/components/form-card.tsx';
import { formsGridClass } from '#features/forms/components/forms-grid.tsx';

export function FormsSkeleton() {
  return (
    <div role="status" aria-label="Loading forms" className={formsGridClass}>
      {['first', 'second', 'third', 'fourth', 'fifth'].map((key) => (
        <Card key={key}>
          <div className={formCardClass}>
            <div>
              <Skeleton className="h-6 w-40" />
              <Skeleton className="mt-1.5 h-4 w-4/5" />
              <Skeleton className="mt-1.5 h-4 w-3/5" />
            </div>
            <div className={addressClass}>
              <Skeleton className="h-7.5 w-52 max-sm:h-10.5" />
              <Skeleton className="mt-1.5 h-5.5 w-2/5" />
            </div>
            <div className={trendClass}>
              <Skeleton className="h-4 w-32" />
              <Skeleton className="h-9 w-28 max-sm:ml-auto sm:mt-1.5 sm:w-full" />
            </div>
            <div className={linksClass}>
              <Skeleton className="mx-3 my-3 h-5 w-12 sm:my-2" />
              <Skeleton className="mx-3 my-3 h-5 w-16 sm:my-2" />
            </div>
          </div>
        </Card>
      ))}
    </div>
  );
}
