import { Button } from '#components/ui/button.tsx';
import { DocsLink } from '#components/ui/docs-link.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { QueryFailure } from '#components/ui/query-failure.tsx';
import { Section } from '#components/ui/section.tsx';
import { useIdentities, useLinkIdentity, useUnlinkIdentity } from '#features/identities/api/use-identities.ts';
import { formatDate, formatDateTime } from '#lib/dates.ts';
import { failureMessage } from '#lib/http.ts';
import { useAppConfig } from '#lib/use-app-config.ts';

/** The providers that sign the person in. It shows nothing where there are none. */
export function Identities() {
  const identities = useIdentities();
  const link = useLinkIdentity();
  const unlink = useUnlinkIdentity();
  const offered = useAppConfig().data?.signInWith ?? [];
  const linked = identities.data ?? [];
  const others = offered.filter(({ id }) => !linked.some(({ provider }) => provider === id));
  const failure = link.error ?? unlink.error;
  if (offered.length === 0 && linked.length === 0) return null;
  return (
    <Section
      title="Sign-in providers"
      intro={
        <>
          Each of them opens your account without a password.{' '}
          <DocsLink page="providers">Sign-in with other accounts</DocsLink>
        </>
      }
    >
      {failure && (
        <div className="mb-4">
          <Notice tone="danger">{failureMessage(failure)}</Notice>
        </div>
      )}
      {identities.isError && <QueryFailure title="Your providers could not be loaded" query={identities} />}
      {linked.length > 0 && (
        <ul aria-label="Linked providers" className="-mt-4 divide-y divide-line">
          {linked.map(({ id, name, createdAt, lastUsedAt }) => (
            <li key={id} className="flex flex-col gap-x-6 gap-y-3 py-4 sm:flex-row sm:items-center sm:justify-between">
              <div className="min-w-0">
                <p className="text-small font-medium wrap-anywhere">{name}</p>
                <p className="mt-1 flex flex-wrap gap-x-4 text-small text-muted">
                  <span>Linked {formatDate(createdAt)}</span>
                  <span>Last used {formatDateTime(lastUsedAt)}</span>
                </p>
              </div>
              <Button
                aria-label={`Unlink ${name}`}
                isLoading={unlink.isPending && unlink.variables === id}
                onClick={() => unlink.mutate(id)}
                className="self-start sm:self-auto"
              >
                Unlink
              </Button>
            </li>
          ))}
        </ul>
      )}
      {identities.isSuccess && others.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {others.map(({ id, name }) => (
            <Button key={id} isLoading={link.isPending && link.variables === id} onClick={() => link.mutate(id)}>
              {`Link ${name}`}
            </Button>
          ))}
        </div>
      )}
    </Section>
  );
}
