import { Notice } from '#components/ui/notice.tsx';
import { ApiError } from '#lib/http.ts';

/** The service explains a refusal; another attempt would not help. */
export function PortalFailure({ error }: { error: Error }) {
  const isRefusal = error instanceof ApiError && error.status < 500 && error.code !== 'unexpected_answer';
  return (
    <Notice tone="danger">
      <p>Failed to open billing portal. Please try again.</p>
      {isRefusal && <p className="mt-1">{error.message}</p>}
    </Notice>
  );
}
