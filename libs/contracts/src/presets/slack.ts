import type { Preset } from '#presets/preset.ts';

export const slack = {
  key: 'slack',
  title: 'Slack',
  help: 'In Slack, create an app, switch on "Incoming Webhooks" and add one to a channel.',
  fields: [
    { name: 'url', label: 'Webhook URL', help: 'It starts with https://hooks.slack.com/services/.', isSecret: true },
  ],
  url: '{{settings.url}}',
  hosts: ['hooks.slack.com', 'hooks.slack-gov.com'],
  method: 'POST',
  body: {
    text: '{{event.headline}}',
    blocks: [
      { type: 'section', text: { type: 'mrkdwn', text: '*{{event.headline}}*', verbatim: true } },
      { type: 'section', text: { type: 'plain_text', text: '{{fields}}', emoji: false } },
      { type: 'section', text: { type: 'mrkdwn', text: '<{{submission.url}}|Open in Inlet>', verbatim: true } },
    ],
  },
  dialect: 'slack',
  textMax: 3_000,
  perSecond: 1,
} as const satisfies Preset;
