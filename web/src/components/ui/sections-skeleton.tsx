import { Card } from '#components/ui/card.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';

/** The placeholder of a page of settings. */
export function SectionsSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="grid grid-cols-1 gap-6">
      {['first', 'second'].map((key) => (
        <Card key={key} className="p-4 sm:p-6">
          <Skeleton className="h-6 w-36" />
          <Skeleton className="mt-1 mb-6 h-5 w-4/5" />
          <Skeleton className="h-24 w-full" />
        </Card>
      ))}
    </div>
  );
}
