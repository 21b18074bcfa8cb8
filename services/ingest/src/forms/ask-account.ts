import { type FormEntry, formEntrySchema } from '@inlet/contracts/form-directory';
import type { CountersNeed } from '@inlet/contracts/quotas';
import { uploadAnswerSchema } from '@inlet/contracts/uploads';
import type { UploadAccount } from '@inlet/endpoint/upload-account';
import { internalAuthorization } from '@inlet/http/internal-token';
import type { Tracing } from '@inlet/observe/tracing';
import type { Secrets } from '@inlet/process/config';

/** Requests to account, for data that Redis does not have. */
export interface AccountQuestions extends UploadAccount {
  /** Reads a form; null if there is none. */
  readonly form: (endpointId: string) => Promise<FormEntry | null>;
  /** Creates the counters of months that Redis lacks, or compares them with the database. */
  readonly makeCounters: (need: CountersNeed) => Promise<void>;
  /** Whether account makes counters: the one of the previous release does not. Undefined while account does not respond. */
  readonly makesCounters: () => Promise<boolean | undefined>;
  /** True if a submission is in the database. */
  readonly isStored: (submissionId: string) => Promise<boolean>;
}

const timeoutMs = 1_500;
/**
 * Concurrent uploads queue behind each other, and behind a disk that is busy with their files. Ten seconds are
 * acceptable for an upload.
 */
const uploadTimeoutMs = 10_000;

class OldRelease extends Error {
  override readonly name = 'OldRelease';
}

export function askAccount(
  config: { readonly ACCOUNT_URL: string; readonly INTERNAL_TOKEN: Secrets },
  tracing?: Tracing,
): AccountQuestions {
  const authorization = internalAuthorization(config.INTERNAL_TOKEN[0]);

  async function call(path: string, options: RequestInit = {}, longestMs = timeoutMs): Promise<Response> {
    const response = await fetch(`${config.ACCOUNT_URL}/internal${path}`, {
      ...options,
      headers: { ...authorization, ...tracing?.headers(), ...options.headers },
      signal: AbortSignal.timeout(longestMs),
    });
    if (!response.ok && response.status !== 404) throw new Error(`account returned ${response.status}`);
    return response;
  }

  async function ask(path: string): Promise<unknown> {
    const response = await call(path);
    return response.status === 404 ? null : response.json();
  }

  async function makeCounters(need: CountersNeed): Promise<void> {
    const headers = { 'content-type': 'application/json' };
    const { status } = await call('/counters', { method: 'POST', headers, body: JSON.stringify(need) });
    if (status !== 204) throw new OldRelease('account runs the previous release');
  }

  return {
    form: async (endpointId) => formEntrySchema.nullable().parse(await ask(`/forms/${endpointId}`)),
    makeCounters,
    makesCounters: () =>
      makeCounters({ accounts: [], isRefused: false }).then(
        () => true,
        (error: unknown) => (error instanceof OldRelease ? false : undefined),
      ),
    openUpload: async (request) => {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify(request);
      const answer = await call('/uploads', { method: 'POST', headers, body }, uploadTimeoutMs);
      return uploadAnswerSchema.parse(await answer.json());
    },
    cancelUpload: async (id) => {
      await call(`/uploads/${id}`, { method: 'DELETE' });
    },
    isStored: async (submissionId) => (await ask(`/submissions/${submissionId}`)) !== null,
  };
}
