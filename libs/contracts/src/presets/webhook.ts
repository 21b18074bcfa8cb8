import type { Preset } from '#presets/preset.ts';

export const webhook = {
  key: 'webhook',
  title: 'Webhook',
  help: 'Any server that takes POST requests. Each request is signed, so the server can verify that it comes from here.',
  fields: [{ name: 'url', label: 'URL', help: 'An https address on port 443 or 8443.' }],
  url: '{{settings.url}}',
  method: 'POST',
  dialect: 'plain',
} as const satisfies Preset;
