import type { ApiKey } from '@inlet/contracts/api-keys';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { rightNames, scopeNames } from '#features/api-keys/scope-names.ts';
import { formatDate, formatDateTime } from '#lib/dates.ts';

export function ApiKeyRow({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) {
  return (
    <li className="flex flex-col gap-x-6 gap-y-3 py-4 sm:flex-row sm:items-center sm:justify-between">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small font-medium">
          <span className="min-w-0 wrap-anywhere">{apiKey.name}</span>
          <Badge tone="accent">
            {apiKey.scope ? scopeNames[apiKey.scope] : apiKey.scopes.map((right) => rightNames[right]).join(', ')}
          </Badge>
          {hasExpired(apiKey) && <Badge tone="neutral">Expired</Badge>}
        </p>
        <p className="mt-1 flex flex-wrap gap-x-4 text-small text-muted">
          <span className="font-mono text-caption leading-5">{apiKey.hint}…</span>
          <span>Created {formatDate(apiKey.createdAt)}</span>
          {apiKey.expiresAt && (
            <span>{`${hasExpired(apiKey) ? 'Expired' : 'Expires'} ${formatDate(apiKey.expiresAt)}`}</span>
          )}
          <span>{apiKey.lastUsedAt ? `Last used ${formatDateTime(apiKey.lastUsedAt)}` : 'Never used'}</span>
        </p>
      </div>
      <Button aria-label={`Revoke ${apiKey.name}`} onClick={onRevoke} className="self-start sm:self-auto">
        Revoke
      </Button>
    </li>
  );
}

function hasExpired({ expiresAt }: ApiKey): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now();
}
