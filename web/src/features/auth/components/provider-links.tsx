import type { AppConfig } from '@inlet/contracts/app-config';
import { useLocation } from 'react-router-dom';
import { buttonClass } from '#components/ui/button-class.ts';
import { keepAskedFor } from '#features/auth/return-from-provider.ts';

interface ProviderLinksProps {
  readonly config: AppConfig | undefined;
  readonly invite?: string | null;
  /** An invitation to a workspace, which a sign-in accepts. */
  readonly join?: string | undefined;
}

/** The providers that sign people in. They are links: a provider has pages of its own. */
export function ProviderLinks({ config, invite = null, join }: ProviderLinksProps) {
  const { state } = useLocation();
  const from = typeof state?.from === 'string' ? state.from : null;
  if (!config?.signInWith?.length) return null;
  const token = { ...(invite !== null && { invite }), ...(join !== undefined && { join }) };
  const query = Object.keys(token).length === 0 ? '' : `?${new URLSearchParams(token)}`;
  return (
    <div className="grid gap-3">
      {config.passwords && <p className="text-center text-small text-muted">or</p>}
      {config.signInWith.map(({ id, name }) => (
        <a
          key={id}
          href={`/api/auth/oidc/${id}${query}`}
          className={buttonClass('secondary')}
          onClick={() => keepAskedFor(window.sessionStorage, from)}
        >
          <span className="truncate">Continue with {name}</span>
        </a>
      ))}
    </div>
  );
}
