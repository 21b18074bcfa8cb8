import type { Preset } from '#presets/preset.ts';

export const airtable = {
  key: 'airtable',
  title: 'Airtable',
  help: 'The table needs the columns Id, Form, Received and Fields, unless you write a template of your own.',
  fields: [
    { name: 'token', label: 'Access token', help: 'With the scope data.records:write.', isSecret: true },
    { name: 'baseId', label: 'Base id', help: 'It starts with app.' },
    { name: 'table', label: 'Table', help: 'The name or the id of the table.' },
  ],
  url: 'https://api.airtable.com/v0/{{settings.baseId}}/{{settings.table}}',
  method: 'PATCH',
  headers: { authorization: 'Bearer {{settings.token}}' },
  body: {
    // A record with the same Id is updated, so a repeat adds nothing.
    performUpsert: { fieldsToMergeOn: ['Id'] },
    typecast: true,
    records: [
      {
        fields: {
          Id: '{{submission.id}}',
          Form: '{{form.name}}',
          Received: '{{submission.createdAt}}',
          Fields: '{{fields}}',
        },
      },
    ],
  },
  dialect: 'plain',
  textMax: 100_000,
  perSecond: 5,
  retryAfter: { seconds: 30 },
} as const satisfies Preset;
