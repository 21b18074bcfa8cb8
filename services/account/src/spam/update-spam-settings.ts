import { defaultThreshold, type SpamSettings, type UpdateSpamSettings } from '@inlet/contracts/spam';
import { type SpamSecrets, spamContext, spamSecretsSchema } from '@inlet/contracts/spam-secrets';
import type { Sealing } from '@inlet/crypto/sealing';
import type { Form, SpamSettings as Row } from '@inlet/db/client';
import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#access/audit/record-audit.ts';
import { lockAccount } from '#access/lock-account.ts';
import { announceForm } from '#forms/directory/announce-form.ts';
import type { FormDeps } from '#forms/directory/relay.ts';
import { presentSpamSettings } from '#spam/present-spam-settings.ts';
import { findSettings, saveSettings } from '#spam/spam-settings.store.ts';

export type SpamDeps = FormDeps & { readonly sealing: Sealing };

/** Changes a form's spam settings; when it returns, they apply to the next submission. */
export async function updateSpamSettings(
  { database, relay, sealing }: SpamDeps,
  actor: Actor,
  form: Form,
  wanted: UpdateSpamSettings,
): Promise<SpamSettings> {
  const changed = await database.prisma.$transaction(async (tx) => {
    await lockAccount(tx, form.userId);
    const { settings, model } = await findSettings(tx, form);
    const { captcha, akismet } = wanted;
    const secrets = changedSecrets(openSecrets(sealing, form.id, settings), wanted);
    const values = {
      threshold: wanted.threshold ?? settings?.threshold ?? defaultThreshold,
      blockList: [...new Set(wanted.blockList ?? settings?.blockList)],
      captcha: captcha === undefined ? (settings?.captcha ?? null) : (captcha?.provider ?? null),
      akismet: akismet === undefined ? (settings?.akismet ?? false) : akismet !== null,
      sealed: sealSecrets(sealing, form.id, secrets),
    };
    const saved = await saveSettings(tx, form.id, values);
    await announceForm(tx, form.endpointId);
    const details = { formId: form.id, name: form.name, fields: Object.keys(wanted) };
    await recordAudit(tx, actor, 'form.spam_settings_changed', details);
    return { settings: saved, model };
  });
  await relay.deliver();
  return presentSpamSettings(changed);
}

function openSecrets(sealing: Sealing, formId: string, settings: Row | null): SpamSecrets {
  if (!settings?.sealed) return {};
  return spamSecretsSchema.parse(JSON.parse(sealing.open(settings.sealed, spamContext(formId))));
}

function sealSecrets(sealing: Sealing, formId: string, secrets: SpamSecrets): Uint8Array<ArrayBuffer> | null {
  if (!secrets.captcha && !secrets.akismet) return null;
  return Uint8Array.from(sealing.seal(JSON.stringify(secrets), spamContext(formId)));
}

function changedSecrets(before: SpamSecrets, { captcha, akismet }: UpdateSpamSettings): SpamSecrets {
  return {
    captcha: captcha === undefined ? before.captcha : captcha?.secret,
    akismet: akismet === undefined ? before.akismet : (akismet ?? undefined),
  };
}
