import type { Form } from '@inlet/contracts/forms';
import { updateFormSchema } from '@inlet/contracts/forms';
import { presets } from '@inlet/contracts/presets/all-presets';
import { secretMask } from '@inlet/contracts/secret-mask';
import type { Target } from '@inlet/contracts/targets';
import type { Api } from '#connection/api.ts';
import type { FormSettings, TargetSettings } from '#settings/form-settings.ts';

/** The settings that calls of their own read. */
const parts = {
  spam: async (api, path) => {
    const { threshold, blockList, captcha, akismet } = await api.call('readSpamSettings', { path });
    return { threshold, blockList, captcha, akismet };
  },
  rules: async (api, path) => {
    const { version: _, ...rules } = await api.call('readRules', { path });
    return rules;
  },
  page: async (api, path) => {
    const { url: _, ...page } = await api.call('readPage', { path });
    return page;
  },
  check: async (api, path) => {
    const { url, weekly } = await api.call('readCheckSettings', { path });
    return { url, weekly };
  },
  notifications: async (api, path) => {
    const { mode, recipients, ...others } = await api.call('readNotifications', { path });
    return { mode, recipients: recipients.map(({ email, when }) => ({ email, when })), ...others };
  },
  targets: async (api, path) => {
    const { targets } = await api.call('listTargets', { path });
    // A program subscribed a hook, and unsubscribes it.
    return targets.filter(({ isHook }) => !isHook).map(presentTarget);
  },
} satisfies { readonly [Name in keyof FormSettings]?: (api: Api, path: { id: string }) => Promise<FormSettings[Name]> };
export type Part = keyof typeof parts;
export const allParts = Object.keys(parts) as Part[];

export const formNames = Object.keys(updateFormSchema.shape) as (keyof typeof updateFormSchema.shape)[];

/** The stored settings of a form in the order of the file, with these parts. */
export async function readSettings(api: Api, form: Form, wanted: readonly Part[]): Promise<FormSettings> {
  const own = Object.fromEntries(formNames.map((name) => [name, form[name]]));
  const read = async (part: Part) => [part, await parts[part](api, { id: form.id })] as const;
  const others = await Promise.all(allParts.filter((part) => wanted.includes(part)).map(read));
  return { id: form.id, ...own, retentionDays: form.retentionDays, ...Object.fromEntries(others) };
}

function presentTarget(target: Target): TargetSettings {
  const { id, kind, name, url, settings, headers, events, fields, template, order, rate, when } = target;
  const preset = presets[kind as keyof typeof presets];
  return {
    ...{ id, kind: kind as keyof typeof presets, name },
    ...(preset.fields.some((field) => field.name === 'url') && { url }),
    ...{ settings, headers: Object.fromEntries(headers.map((header) => [header, secretMask])), events, fields },
    ...(template !== null && { template }),
    ...{ order, rate, when },
  };
}
