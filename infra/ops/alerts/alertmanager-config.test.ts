import { expect, it } from 'vitest';
import { alertmanagerConfig } from '#alerts/alertmanager-config.ts';
import { loadConfig } from '#alerts/config.ts';

const read = (env: Readonly<Record<string, string>>) => {
  const base = { PUBLIC_URL: 'https://forms.example.com', MAIL_FROM: 'Inlet <a@example.com>', ALERTMANAGER_FILE: '/x' };
  return JSON.parse(alertmanagerConfig(loadConfig({ ...base, SMTP_URL: 'smtp://mail:1025', ...env })));
};
const ALERT_EMAIL = 'ada@example.com, bob@example.com';

it('sends nothing, and knows no mail server, where nobody is named', () => {
  for (const settings of [read({}), read({ ALERT_EMAIL: '', SMTP_URL: 'smtps://mail.example.com:2465' })]) {
    expect(settings.receivers).toEqual([{ name: 'nobody' }]);
    expect(settings.global).toBeUndefined();
  }
});

it.each([
  ['smtp://mail:1025', { smtp_smarthost: 'mail:1025', smtp_require_tls: false }],
  ['smtp://mail.example.com', { smtp_smarthost: 'mail.example.com:587', smtp_require_tls: false }],
  [
    'smtp://us%40er:p%2Fw@mail.example.com',
    { smtp_require_tls: true, smtp_auth_username: 'us@er', smtp_auth_password: 'p/w' },
  ],
  ['smtp://mail.example.com?requireTLS=true', { smtp_require_tls: true }],
  ['smtps://u:p@mail.example.com', { smtp_smarthost: 'mail.example.com:465', smtp_require_tls: false }],
])('reads %s as the services do', (SMTP_URL, smtp) => {
  const { global, receivers } = read({ ALERT_EMAIL, SMTP_URL });
  expect(global).toMatchObject({ ...smtp, smtp_from: 'Inlet <a@example.com>', smtp_hello: 'forms.example.com' });
  expect(receivers[0].email_configs[0]).toMatchObject({ to: ALERT_EMAIL, send_resolved: true });
});

it('refuses what Alertmanager cannot speak', () => {
  expect(() => read({ ALERT_EMAIL, SMTP_URL: 'smtps://mail.example.com:2465' })).toThrow('port 465 only');
  expect(() => read({ ALERT_EMAIL: 'nobody' })).toThrow('ALERT_EMAIL');
});
