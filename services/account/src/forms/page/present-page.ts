import type { FormPage } from '@inlet/contracts/form-page';
import { hostedPageUrl } from '@inlet/contracts/visitor-pages/hosted-page';
import type { Form } from '@inlet/db/client';
import { hostedPageOf } from '#forms/hosted-page-of.ts';

export function presentPage(form: Pick<Form, 'hostedPage' | 'endpointId'>, publicUrl: string): FormPage {
  return { ...hostedPageOf(form), url: hostedPageUrl(publicUrl, form.endpointId) };
}
