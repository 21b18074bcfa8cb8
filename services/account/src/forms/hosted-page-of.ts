import { type HostedPage, hostedPageSchema } from '@inlet/contracts/form-page';
import type { Form } from '@inlet/db/client';

/** The stored settings of a form's hosted page. */
export function hostedPageOf(form: Pick<Form, 'hostedPage'>): HostedPage {
  return hostedPageSchema.parse(form.hostedPage ?? {});
}
