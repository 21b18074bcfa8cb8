import { analyticsSchema } from '@inlet/contracts/analytics';
import { apiKeyListSchema, apiKeySchema, createApiKeySchema, newApiKeySchema } from '@inlet/contracts/api-keys';
import { appConfigSchema } from '@inlet/contracts/app-config';
import { auditEventSchema, auditPageSchema } from '@inlet/contracts/audit';
import * as billing from '@inlet/contracts/billing';
import { errorBodySchema } from '@inlet/contracts/errors';
import { createFormSchema, formListSchema, formSchema, updateFormSchema } from '@inlet/contracts/forms';
import { refusalReportSchema, refusalSchema } from '@inlet/contracts/refusals';
import * as sessions from '@inlet/contracts/sessions';
import * as submissions from '@inlet/contracts/submissions';
import { usageSchema } from '@inlet/contracts/usage';
import type * as z from 'zod';
import { submitFailureSchema, submitSchema, submitSuccessSchema } from '#openapi/operations/sending.ts';

/** What is sent, by the name that it has in the description. */
export const inputSchemas: Readonly<Record<string, z.ZodType>> = {
  ChangeEmail: sessions.changeEmailSchema,
  ChangePassword: sessions.changePasswordSchema,
  ChooseSubmissions: submissions.chooseSubmissionsSchema,
  ConfirmEmail: sessions.confirmEmailSchema,
  CreateApiKey: createApiKeySchema,
  CreateCheckout: billing.createCheckoutSchema,
  CreateForm: createFormSchema,
  CreatePortal: billing.createPortalSchema,
  DeleteAccount: sessions.deleteAccountSchema,
  ForgotPassword: sessions.forgotPasswordSchema,
  MarkSubmission: submissions.markSubmissionSchema,
  MarkSubmissions: submissions.markSubmissionsSchema,
  Refresh: sessions.refreshSchema,
  ResetPassword: sessions.resetPasswordSchema,
  SignIn: sessions.signInSchema,
  SignUp: sessions.signUpSchema,
  Submit: submitSchema,
  UpdateForm: updateFormSchema,
};

/** What is answered. */
export const outputSchemas: Readonly<Record<string, z.ZodType>> = {
  Analytics: analyticsSchema,
  ApiKey: apiKeySchema,
  ApiKeyList: apiKeyListSchema,
  AppConfig: appConfigSchema,
  AuditEvent: auditEventSchema,
  AuditPage: auditPageSchema,
  BillingState: billing.billingStateSchema,
  ChangedSubmissions: submissions.changedSubmissionsSchema,
  DeletedSubmissions: submissions.deletedSubmissionsSchema,
  Device: sessions.deviceSchema,
  DeviceList: sessions.deviceListSchema,
  EarlyProCount: billing.earlyProCountSchema,
  Error: errorBodySchema,
  Form: formSchema,
  FormList: formListSchema,
  NewApiKey: newApiKeySchema,
  Price: billing.priceSchema,
  Product: billing.productSchema,
  ProductList: billing.productListSchema,
  Redirect: billing.redirectSchema,
  Refusal: refusalSchema,
  RefusalReport: refusalReportSchema,
  Session: sessions.sessionSchema,
  Submission: submissions.submissionSchema,
  SubmissionPage: submissions.submissionPageSchema,
  SubmitFailure: submitFailureSchema,
  SubmitSuccess: submitSuccessSchema,
  TestSubmission: submissions.testSubmissionSchema,
  Usage: usageSchema,
  User: sessions.userSchema,
};
