import type { Api } from '#connection/api.ts';
import type { FormSettings } from '#settings/form-settings.ts';
import type { FormPlan } from '#settings/plan.ts';

/** What a push of this form does beside the change: mails that go out, and submissions that are deleted. */
export async function notesOf(api: Api, plan: FormPlan, stored: FormSettings = {}): Promise<string[]> {
  const { id, wanted } = plan;
  const asked = addressesOf(wanted).filter((email) => !addressesOf(stored).includes(email));
  const notes = asked.map((email) => `${email} is asked by mail to confirm, unless the address has confirmed before.`);
  const days = wanted.retentionDays ?? null;
  if (id === null || days === null || days === stored.retentionDays) return notes;
  const { expired, expiredIsExact } = await api.call('readRetention', { path: { id }, query: { days } });
  if (expired === 0) return notes;
  const count = expiredIsExact ? `${expired}` : `more than ${expired}`;
  return [...notes, `Submissions older than ${days} days are deleted for good: ${count} now.`];
}

function addressesOf({ notifications }: FormSettings): string[] {
  return (notifications?.recipients ?? []).map(({ email }) => email);
}
