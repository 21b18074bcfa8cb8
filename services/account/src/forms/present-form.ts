import type { FieldRoles } from '@inlet/contracts/field-choice';
import { automaticRoles } from '@inlet/contracts/field-roles';
import type { Form as PublicForm } from '@inlet/contracts/forms';
import { readLanguage } from '@inlet/contracts/languages';
import { toCount } from '@inlet/db/counts';
import { afterSendingOf } from '#forms/after-sending.ts';
import type { CountedForm } from '#forms/closing/closing.store.ts';
import { closingOf, stateOfForm } from '#forms/closing/form-closing.ts';
import type { FormWithTotal } from '#forms/forms.store.ts';

export function presentForm({ form, total, counted }: CountedForm, publicUrl: string): PublicForm {
  return {
    id: form.id,
    userId: form.userId,
    name: form.name,
    description: form.description,
    endpointId: form.endpointId,
    endpointUrl: `${publicUrl}/api/forms/${form.endpointId}`,
    allowedOrigins: form.allowedOrigins,
    isActive: form.isActive,
    bodyMaxBytes: form.bodyMaxBytes,
    takesFiles: form.takesFiles,
    fileTypes: form.fileTypes,
    language: readLanguage(form.language),
    afterSending: afterSendingOf(form),
    retentionDays: form.retentionDays,
    fieldRoles: presentRoles(form),
    ...closingOf(form),
    state: stateOfForm(form, counted ?? 0),
    countedSubmissions: counted,
    createdAt: form.createdAt.toISOString(),
    submissionCount: total ? toCount(total.submissionCount) : 0,
    lastSubmissionAt: total?.lastSubmissionAt?.toISOString() ?? null,
  };
}

/** The owner's choice, in the shape that was validated when it was saved. */
export function presentRoles({ fieldRoles }: Pick<FormWithTotal['form'], 'fieldRoles'>): FieldRoles {
  return (fieldRoles as FieldRoles | null) ?? automaticRoles;
}
