import { Card } from '#components/ui/card.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { formCardClass } from '#features/forms/components/form-card.tsx';
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
            <div className="flex items-end gap-4 sm:block">
              <Skeleton className="h-4 w-32" />
              <Skeleton className="h-9 w-28 sm:mt-1.5 sm:w-full" />
            </div>
            <div>
              <Skeleton className="h-11.5 w-52 sm:h-7.5" />
              <Skeleton className="mt-1.5 h-5.5 w-2/5" />
            </div>
            <div className="-mx-3 flex items-center justify-between lg:flex-col lg:items-stretch">
              <Skeleton className="mx-3 my-3 h-5 w-12 sm:my-2" />
              <Skeleton className="mx-3 my-3 h-5 w-16 sm:my-2" />
            </div>
          </div>
        </Card>
      ))}
    </div>
  );
}
