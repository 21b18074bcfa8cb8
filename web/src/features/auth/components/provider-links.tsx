import type { AppConfig } from '@inlet/contracts/app-config';
import { useLocation } from 'react-router-dom';
import { buttonClass } from '#components/ui/button-class.ts';
import { keepAskedFor } from '#features/auth/return-from-provider.ts';

interface ProviderLinksProps {
  readonly config: AppConfig | undefined;
  readonly invite?: string | null;
  /** The page to return to, instead of the one that was asked for. */
  readonly returnTo?: string | undefined;
}

/** The providers that sign people in. They are links: a provider has pages of its own. */
export function ProviderLinks({ config, invite = null, returnTo }: ProviderLinksProps) {
  const { state } = useLocation();
  const from = returnTo ?? (typeof state?.from === 'string' ? state.from : null);
  if (!config?.signInWith?.length) return null;
  const query = invite === null ? '' : `?${new URLSearchParams({ invite })}`;
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
