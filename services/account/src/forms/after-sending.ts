import { type AfterSending, afterSendingSchema } from '@inlet/contracts/after-sending';
import type { Form } from '@inlet/db/client';

/** The stored settings for the response to a form's visitors. */
export function afterSendingOf(form: Pick<Form, 'afterSending'>): AfterSending {
  return afterSendingSchema.parse(form.afterSending ?? {});
}
