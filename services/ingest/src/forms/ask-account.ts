import { type FormEntry, formEntrySchema } from '@inlet/contracts/form-directory';
import type { Secrets } from '@inlet/service/config';
import { internalAuthorization } from '@inlet/service/internal-token';
import type { Tracing } from '@inlet/service/tracing';
import * as z from 'zod';

/** Questions to account, for data that Redis does not have. */
export interface AccountQuestions {
  /** A form, or null. */
  readonly form: (endpointId: string) => Promise<FormEntry | null>;
  /** Submissions of an account in a month, including those that are not stored yet. */
  readonly usage: (userId: string, month: string) => Promise<number>;
  /** True if a submission is in the database. */
  readonly isStored: (submissionId: string) => Promise<boolean>;
}

const timeoutMs = 1_500;
const usageSchema = z.object({ count: z.number().int().nonnegative() });

export function askAccount(
  config: { readonly ACCOUNT_URL: string; readonly INTERNAL_TOKEN: Secrets },
  tracing?: Tracing,
): AccountQuestions {
  const authorization = internalAuthorization(config.INTERNAL_TOKEN[0]);

  async function ask(path: string): Promise<unknown> {
    const response = await fetch(`${config.ACCOUNT_URL}/internal${path}`, {
      headers: { ...authorization, ...tracing?.headers() },
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.status === 404) return null;
    if (!response.ok) throw new Error(`account answered ${response.status}`);
    return response.json();
  }

  return {
    form: async (endpointId) => formEntrySchema.nullable().parse(await ask(`/forms/${endpointId}`)),
    usage: async (userId, month) => usageSchema.parse(await ask(`/usage/${userId}/${month}`)).count,
    isStored: async (submissionId) => (await ask(`/submissions/${submissionId}`)) !== null,
  };
}
