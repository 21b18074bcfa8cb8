import { Card } from '#components/ui/card.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { formsGridClass } from '#features/forms/components/forms-grid.tsx';

export function FormsSkeleton() {
  return (
    <div role="status" aria-label="Loading forms" className={formsGridClass}>
      {['first', 'second', 'third', 'fourth'].map((key) => (
        <Card key={key} className="p-4 sm:p-6">
          <Skeleton className="h-6 w-40" />
          <Skeleton className="mt-2 h-5 w-4/5" />
          <Skeleton className="mt-5 h-4 w-3/5" />
          <Skeleton className="mt-4.5 h-11 w-full sm:h-9" />
          <Skeleton className="mt-4 h-5.5 w-2/5" />
        </Card>
      ))}
    </div>
  );
}
