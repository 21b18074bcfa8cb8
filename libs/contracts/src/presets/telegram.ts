import type { Preset } from '#presets/preset.ts';

export const telegram = {
  key: 'telegram',
  title: 'Telegram',
  help: 'Create a bot with @BotFather and add it to the chat.',
  fields: [
    { name: 'token', label: 'Bot token', help: '@BotFather shows it, as in 123456:ABC-DEF.', isSecret: true },
    { name: 'chatId', label: 'Chat id', help: 'The number of the chat, or @name of a public channel.' },
  ],
  url: 'https://api.telegram.org/bot{{settings.token}}/sendMessage',
  method: 'POST',
  body: {
    // Without a parse_mode, Telegram takes the text literally.
    text: '{{event.headline}}\n\n{{fields}}\n\nOpen in Inlet: {{submission.url}}',
    chat_id: '{{settings.chatId}}',
    link_preview_options: { is_disabled: true },
  },
  dialect: 'plain',
  textMax: 4_096,
  // Telegram allows one message a second in a chat, and 20 a minute in a group.
  perSecond: 0.33,
  success: { isOk: true },
  retryAfter: { path: ['parameters', 'retry_after'] },
} as const satisfies Preset;
