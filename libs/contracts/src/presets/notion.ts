import type { Preset } from '#presets/preset.ts';

const text = (content: string) => [{ type: 'text', text: { content } }];

export const notion = {
  key: 'notion',
  title: 'Notion',
  help: 'Create an internal integration at notion.so/my-integrations, then connect it to the database.',
  fields: [
    { name: 'token', label: 'Integration secret', help: 'It starts with ntn_ or secret_.', isSecret: true },
    { name: 'databaseId', label: 'Database id', help: 'The 32 characters in the address of the database.' },
  ],
  url: 'https://api.notion.com/v1/pages',
  method: 'POST',
  headers: { authorization: 'Bearer {{settings.token}}', 'notion-version': '2022-06-28' },
  body: {
    parent: { database_id: '{{settings.databaseId}}' },
    // "title" is the id of the title property in every database, whatever its name.
    properties: { title: { title: text('{{event.headline}}') } },
    children: [{ object: 'block', type: 'paragraph', paragraph: { rich_text: text('{{fields}}') } }],
  },
  dialect: 'plain',
  textMax: 2_000,
  perSecond: 3,
} as const satisfies Preset;
