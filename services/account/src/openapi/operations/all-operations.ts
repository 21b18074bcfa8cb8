import type { Operation } from '#openapi/operation.ts';
import { aboutOperations } from '#openapi/operations/about.ts';
import { accountOperations } from '#openapi/operations/account.ts';
import { billingOperations } from '#openapi/operations/billing.ts';
import { formOperations } from '#openapi/operations/forms.ts';
import { sendingOperations } from '#openapi/operations/sending.ts';
import { signingInOperations } from '#openapi/operations/signing-in.ts';
import { submissionOperations } from '#openapi/operations/submissions.ts';

/** Every public route there is. A test compares it with the routes that the app has. */
export const allOperations: readonly Operation[] = [
  ...sendingOperations,
  ...signingInOperations,
  ...accountOperations,
  ...billingOperations,
  ...formOperations,
  ...submissionOperations,
  ...aboutOperations,
];
