import CloudOff from 'virtual:lucide/cloud-off';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';

interface FailureProps {
  readonly title: string;
  readonly message: string;
  readonly isRetrying: boolean;
  readonly onRetry: () => void;
  readonly level?: 'page' | 'section';
}

/** Replaces content that could not be loaded. */
export function Failure({ title, message, isRetrying, onRetry, level = 'section' }: FailureProps) {
  return (
    <div role="alert">
      <EmptyState
        icon={CloudOff}
        title={title}
        level={level}
        action={
          <Button onClick={onRetry} isLoading={isRetrying}>
            Try again
          </Button>
        }
      >
        {message}
      </EmptyState>
    </div>
  );
}
