import { type AfterSending, afterSendingSchema } from '@inlet/contracts/after-sending';

/** The stored settings for the response to a form's visitors. */
export function afterSendingOf(form: { readonly afterSending: unknown }): AfterSending {
  return afterSendingSchema.parse(form.afterSending ?? {});
}
