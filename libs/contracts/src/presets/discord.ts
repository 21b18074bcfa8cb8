import type { Preset } from '#presets/preset.ts';

export const discord = {
  key: 'discord',
  title: 'Discord',
  help: 'In Discord, open the settings of a channel, then Integrations, Webhooks, New Webhook.',
  fields: [
    { name: 'url', label: 'Webhook URL', help: 'It starts with https://discord.com/api/webhooks/.', isSecret: true },
  ],
  url: '{{settings.url}}',
  hosts: ['discord.com', 'discordapp.com', 'canary.discord.com', 'ptb.discord.com'],
  method: 'POST',
  body: {
    content: '**{{event.headline}}**\n{{fields}}\n[Open in Inlet]({{submission.url}})',
    // A visitor's text must not notify anyone.
    allowed_mentions: { parse: [] },
    // The flag 4 suppresses link previews.
    flags: 4,
  },
  dialect: 'discord',
  textMax: 2_000,
  perSecond: 0.5,
  retryAfter: { path: ['retry_after'] },
} as const satisfies Preset;
