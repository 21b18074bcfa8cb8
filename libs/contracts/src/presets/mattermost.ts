import type { Preset } from '#presets/preset.ts';

export const mattermost = {
  key: 'mattermost',
  title: 'Mattermost',
  help: 'In Mattermost, open Integrations and add an incoming webhook.',
  fields: [{ name: 'url', label: 'Webhook URL', help: 'It has /hooks/ in its path.', isSecret: true }],
  url: '{{settings.url}}',
  method: 'POST',
  body: { text: '**{{event.headline}}**\n{{fields}}\n\n[Open in Inlet]({{submission.url}})' },
  dialect: 'mattermost',
  textMax: 16_383,
  perSecond: 5,
} as const satisfies Preset;
