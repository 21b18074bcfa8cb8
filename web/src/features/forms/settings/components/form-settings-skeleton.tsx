import { Card } from '#components/ui/card.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';

export function FormSettingsSkeleton() {
  return (
    <div className="grid grid-cols-1 gap-6">
      <Card className="p-4 sm:p-6">
        <Skeleton className="mb-2 h-5 w-24" />
        <Skeleton className="h-11 w-full sm:h-10" />
        <Skeleton className="mt-6 mb-2 h-5 w-36" />
        <Skeleton className="h-22 w-full" />
        <Skeleton className="mt-6 h-11 w-3/4" />
      </Card>
      <Card className="p-4 sm:p-6">
        <Skeleton className="h-6 w-36" />
        <Skeleton className="mt-1 mb-4 h-5 w-4/5" />
        <Skeleton className="mb-6 h-9.5 w-full" />
        <Skeleton className="mb-2 h-5 w-24" />
        <Skeleton className="h-11 w-full sm:h-10" />
      </Card>
    </div>
  );
}
