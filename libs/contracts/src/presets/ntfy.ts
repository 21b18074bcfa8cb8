import type { Preset } from '#presets/preset.ts';

export const ntfy = {
  key: 'ntfy',
  title: 'ntfy',
  help: 'Choose a topic that nobody can guess, and subscribe to it in the app.',
  fields: [
    { name: 'url', label: 'Topic URL', help: 'As in https://ntfy.sh/my-topic.', isSecret: true },
    { name: 'token', label: 'Access token', help: 'For a protected topic.', isSecret: true, isOptional: true },
  ],
  url: '{{settings.url}}',
  method: 'POST',
  headers: { authorization: 'Bearer {{settings.token}}' },
  body: '{{event.headline}}\n\n{{fields}}\n\nOpen in Inlet: {{submission.url}}',
  dialect: 'plain',
  // The limit is 4,096 bytes; a longer message becomes an attachment.
  textMax: 1_300,
  perSecond: 1,
} as const satisfies Preset;
