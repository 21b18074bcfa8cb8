import type { Preset } from '#presets/preset.ts';

// A TextRun does not support Markdown, unlike a TextBlock.
const text = (content: string, style = {}) => ({
  type: 'RichTextBlock',
  inlines: [{ type: 'TextRun', text: content, ...style }],
});

export const teams = {
  key: 'teams',
  title: 'Microsoft Teams',
  help: 'In Teams, open Workflows and choose "Post to a channel when a webhook request is received".',
  fields: [{ name: 'url', label: 'Workflow URL', help: 'The workflow shows it when it is saved.', isSecret: true }],
  url: '{{settings.url}}',
  method: 'POST',
  body: {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          type: 'AdaptiveCard',
          version: '1.4',
          body: [text('{{event.headline}}', { weight: 'Bolder' }), text('{{fields}}')],
          actions: [{ type: 'Action.OpenUrl', title: 'Open in Inlet', url: '{{submission.url}}' }],
        },
      },
    ],
  },
  dialect: 'plain',
  // A whole message may have 28 kB.
  textMax: 4_000,
  perSecond: 1,
  success: { without: 'Microsoft Teams endpoint returned HTTP error' },
} as const satisfies Preset;
