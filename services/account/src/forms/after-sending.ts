import { type AfterSending, afterSendingSchema } from '@inlet/contracts/after-sending';
import type { Form } from '@inlet/db/client';

/** What a form's visitors get after they have sent it, as it is stored. */
export function afterSendingOf(form: Pick<Form, 'afterSending'>): AfterSending {
  return afterSendingSchema.parse(form.afterSending ?? {});
}
