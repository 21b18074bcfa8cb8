import { Failure } from '#components/ui/failure.tsx';
import { failureMessage } from '#lib/http.ts';

interface QueryFailureProps {
  readonly title: string;
  readonly query: { readonly error: unknown; readonly isFetching: boolean; readonly refetch: () => Promise<unknown> };
  readonly level?: 'page' | 'section';
}

/** Shown instead of the data of a failed query; offers another attempt. */
export function QueryFailure({ query, ...props }: QueryFailureProps) {
  const { error, isFetching, refetch } = query;
  return <Failure {...props} message={failureMessage(error)} isRetrying={isFetching} onRetry={() => void refetch()} />;
}
