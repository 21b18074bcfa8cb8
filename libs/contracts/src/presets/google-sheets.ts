import type { Preset } from '#presets/preset.ts';

export const googleSheets = {
  key: 'google_sheets',
  title: 'Google Sheets',
  help: 'In the spreadsheet, open Extensions, Apps Script, paste the script, and deploy it as a web app for anyone.',
  fields: [
    { name: 'url', label: 'Web app URL', help: 'It starts with https://script.google.com/macros/s/.', isSecret: true },
  ],
  url: '{{settings.url}}',
  hosts: ['script.google.com'],
  method: 'POST',
  dialect: 'plain',
  perSecond: 1,
  // Google redirects to the script's output after the script has run, and returns its errors with 200.
  success: { redirectTo: 'script.googleusercontent.com' },
} as const satisfies Preset;
