import { type FormEntry, formEntrySchema } from '@inlet/contracts/form-directory';
import { internalAuthorization } from '@inlet/service/internal-token';

/** Asks for one form; null means that there is none. */
export type FormFallback = (endpointId: string) => Promise<FormEntry | null>;

const timeoutMs = 1_500;

/** The last resort, for the moments in which the directory in Redis is not complete. */
export function askAccount(config: { readonly ACCOUNT_URL: string; readonly INTERNAL_TOKEN: string }): FormFallback {
  const headers = internalAuthorization(config.INTERNAL_TOKEN);
  return async (endpointId) => {
    const url = `${config.ACCOUNT_URL}/internal/forms/${endpointId}`;
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(timeoutMs) });
    if (response.status === 404) return null;
    if (!response.ok) throw new Error(`account answered ${response.status} to the question for a form`);
    return formEntrySchema.parse(await response.json());
  };
}
