import type { Preset } from '#presets/preset.ts';

export const custom = {
  key: 'custom',
  title: 'Custom request',
  help: 'A request with a JSON body of your own. Write {{email}} for the value of the field email.',
  fields: [{ name: 'url', label: 'URL', help: 'An https address on port 443 or 8443.' }],
  url: '{{settings.url}}',
  method: 'POST',
  body: { event: '{{event.type}}', form: '{{form.name}}', text: '{{fields}}' },
  dialect: 'plain',
} as const satisfies Preset;
