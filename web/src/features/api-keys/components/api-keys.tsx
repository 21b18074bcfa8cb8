import KeyRound from 'virtual:lucide/key-round';
import Plus from 'virtual:lucide/plus';
import type { ApiKey } from '@inlet/contracts/api-keys';
import { lazy, Suspense, useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { QueryFailure } from '#components/ui/query-failure.tsx';
import { RowsSkeleton } from '#components/ui/rows-skeleton.tsx';
import { Section } from '#components/ui/section.tsx';
import { useApiKeys } from '#features/api-keys/api/use-api-keys.ts';
import { ApiKeyRow } from '#features/api-keys/components/api-key-row.tsx';
import { RevokeApiKey } from '#features/api-keys/components/revoke-api-key.tsx';

const CreateApiKey = lazy(async () => ({
  default: (await import('#features/api-keys/components/create-api-key.tsx')).CreateApiKey,
}));

export function ApiKeys() {
  const keys = useApiKeys();
  const createButton = useRef<HTMLButtonElement>(null);
  const [isCreating, setIsCreating] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);

  return (
    <Section
      title="API keys"
      intro={
        <>
          Use keys to access Inlet from your own code.{' '}
          <a href="/docs/api-reference" className="font-medium text-accent underline hover:text-accent-hover">
            The API reference
          </a>{' '}
          describes every call.
        </>
      }
      action={
        <Button
          ref={createButton}
          disabled={isCreating}
          onClick={() => setIsCreating(true)}
          className="self-start sm:self-auto"
        >
          <Plus aria-hidden size={16} strokeWidth={1.75} />
          Create API key
        </Button>
      }
    >
      {isCreating && (
        <Suspense fallback={<RowsSkeleton label="Loading the form" />}>
          <CreateApiKey onClose={() => setIsCreating(false)} returnFocusTo={createButton} />
        </Suspense>
      )}
      {!(isCreating && keys.data?.length === 0) && <ApiKeyList keys={keys} onRevoke={setRevoking} />}
      <RevokeApiKey apiKey={revoking} onClose={() => setRevoking(null)} returnFocusTo={createButton} />
    </Section>
  );
}

interface ApiKeyListProps {
  readonly keys: ReturnType<typeof useApiKeys>;
  readonly onRevoke: (key: ApiKey) => void;
}

function ApiKeyList({ keys, onRevoke }: ApiKeyListProps) {
  if (keys.data?.length === 0) {
    return (
      <EmptyState icon={KeyRound} title="No API keys yet">
        A key is shown once, when you create it.
      </EmptyState>
    );
  }
  if (keys.data) {
    return (
      <ul aria-label="API keys" className="-my-4 divide-y divide-line">
        {keys.data.map((key) => (
          <ApiKeyRow key={key.id} apiKey={key} onRevoke={() => onRevoke(key)} />
        ))}
      </ul>
    );
  }
  if (keys.isError) return <QueryFailure title="Your API keys could not be loaded" query={keys} />;
  return <RowsSkeleton label="Loading your API keys" />;
}
