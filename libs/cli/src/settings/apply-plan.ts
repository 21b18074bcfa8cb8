import type { UpdateForm } from '@inlet/contracts/forms';
import type { Api } from '#connection/api.ts';
import { applyTarget, type NewSecret } from '#settings/apply-target.ts';
import { atPlace } from '#settings/at-place.ts';
import { completeSettings } from '#settings/complete-settings.ts';
import { differences } from '#settings/differences.ts';
import type { FormSettings } from '#settings/form-settings.ts';
import { type FormPlan, type Plan, settingOf } from '#settings/plan.ts';
import { allParts, formNames, readSettings } from '#settings/read-settings.ts';
import type { SettingsFile } from '#settings/settings-file.ts';
import { openWriteBack, type WriteBack } from '#settings/write-back.ts';
import type { Place } from '#yaml/place.ts';

/** A new form has to name a website. One that is open to all is made for this one first. */
const firstOrigin = 'https://new-form.invalid';

interface Applying {
  readonly api: Api;
  readonly file: SettingsFile;
  readonly writeBack: WriteBack;
}

/** Makes the installation say what the file says. Deletions come last. Returns the secrets of new integrations. */
export async function applyPlan(api: Api, file: SettingsFile, plan: Plan): Promise<NewSecret[]> {
  const applying = { api, file, writeBack: openWriteBack(file) };
  const secrets: NewSecret[] = [];
  for (const form of plan) if (form.index !== null) secrets.push(...(await applyForm(applying, form, form.index)));
  for (const { targets } of plan) {
    for (const { step, id } of targets)
      if (step === 'delete' && id !== null) await api.call('deleteTarget', { path: { id } });
  }
  for (const { step, id } of plan) if (step === 'delete' && id !== null) await api.call('deleteForm', { path: { id } });
  return secrets;
}

/** What others need comes first: rules before the page that shows them, integrations before the alerts to them. */
async function applyForm(applying: Applying, form: FormPlan, index: number): Promise<NewSecret[]> {
  const place = ['forms', index];
  const { id, wanted, changes } = form.id === null ? await createForm(applying, form, place) : { ...form, id: form.id };
  const changed = new Set(changes.map(settingOf));
  const { api, file } = applying;
  const save = async (setting: keyof typeof saves) => {
    if (changed.has(setting)) await atPlace<unknown>(file, [...place, setting], () => saves[setting](api, id, wanted));
  };
  const own = formNames.filter((name) => changed.has(name)).map((name) => [name, wanted[name]]);
  const body: UpdateForm = Object.fromEntries(own);
  if (own.length > 0) await atPlace(file, place, () => api.call('updateForm', { path: { id }, body }));
  for (const setting of ['spam', 'retentionDays', 'rules', 'page', 'check'] as const) await save(setting);
  const secrets: NewSecret[] = [];
  for (const plan of form.targets) {
    if (plan.index === null) continue;
    secrets.push(...(await applyTarget({ ...applying, formId: id, plan, place: [...place, 'targets', plan.index] })));
  }
  await save('notifications');
  return secrets;
}

type Save = (api: Api, id: string, wanted: FormSettings) => Promise<unknown>;

const saves = {
  spam: (api, id, { spam: { captcha, akismet, ...others } = {} }) => {
    // A check is only ever switched off here: switching it on takes its secret.
    const off = { ...(captcha === null && { captcha }), ...(akismet === false && { akismet: null }) };
    return api.call('updateSpamSettings', { path: { id }, body: { ...others, ...off } });
  },
  retentionDays: (api, id, { retentionDays: days = null }) =>
    api.call('updateRetention', { path: { id }, body: { days } }),
  rules: async (api, id, { rules }) => rules && api.call('saveRules', { path: { id }, body: rules }),
  page: async (api, id, { page }) => page && api.call('updatePage', { path: { id }, body: page }),
  check: async (api, id, { check }) => check && api.call('updateCheckSettings', { path: { id }, body: check }),
  notifications: async (api, id, { notifications: body }) =>
    body && api.call('updateNotifications', { path: { id }, body }),
} satisfies Readonly<Record<string, Save>>;

/** Creates a form, and says what it needs besides. */
async function createForm({ api, file, writeBack }: Applying, { wanted }: FormPlan, place: Place) {
  const { name = '', allowedOrigins = [] } = wanted;
  const body = { name, allowedOrigins: allowedOrigins.length > 0 ? allowedOrigins : [firstOrigin] };
  const form = await atPlace(file, place, () => api.call('createForm', { body }));
  await writeBack.id(place, form.id);
  const stored = await readSettings(
    api,
    form,
    allParts.filter((part) => part !== 'targets' && wanted[part] !== undefined),
  );
  const completed = completeSettings(stored, wanted);
  return { id: form.id, wanted: completed, changes: differences(stored, completed) };
}
