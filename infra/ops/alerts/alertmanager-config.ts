import type { AlertsConfig } from '#alerts/config.ts';

const nobody = 'nobody';
const operators = 'operators';

/**
 * Alertmanager's configuration as JSON, which is YAML too. Without an address it receives every alert and sends none.
 */
export function alertmanagerConfig(config: AlertsConfig): string {
  const { ALERT_EMAIL: to, RUNBOOKS_URL } = config;
  const email = {
    to: to?.join(', '),
    send_resolved: true,
    html: '',
    text: textOf(RUNBOOKS_URL),
    headers: { Subject: subject },
  };
  const settings = {
    route: {
      receiver: to === undefined ? nobody : operators,
      group_by: ['alertname'],
      group_wait: '30s',
      group_interval: '5m',
      repeat_interval: '12h',
    },
    ...(to === undefined
      ? { receivers: [{ name: nobody }] }
      : { global: smtpSettings(config), receivers: [{ name: operators, email_configs: [email] }] }),
  };
  return `${JSON.stringify(settings, null, 2)}\n`;
}

function smtpSettings({ SMTP_URL, MAIL_FROM, PUBLIC_URL }: AlertsConfig) {
  const { protocol, hostname, port, username, password, searchParams } = new URL(SMTP_URL);
  const isTls = protocol === 'smtps:';
  // Alertmanager has no mode that encrypts only if the server offers it. With a password the connection must be
  // encrypted.
  const isAsked = username !== '' || searchParams.get('requireTLS') === 'true';
  return {
    smtp_smarthost: `${hostname}:${port || (isTls ? '465' : '587')}`,
    smtp_from: MAIL_FROM,
    smtp_hello: new URL(PUBLIC_URL).hostname,
    smtp_require_tls: !isTls && isAsked && searchParams.get('ignoreTLS') !== 'true',
    ...(username !== '' && {
      smtp_auth_username: decodeURIComponent(username),
      smtp_auth_password: decodeURIComponent(password),
    }),
  };
}

const subject =
  '{{ if eq .Status "resolved" }}Resolved{{ else }}Alert{{ end }}: {{ .CommonLabels.alertname }} ({{ .CommonLabels.severity }})';

/** The rules name a runbook by its path in the repository. */
function textOf(runbooksUrl: string | undefined): string {
  // Alertmanager would read braces as a template.
  const base = runbooksUrl === undefined ? '' : `{{ ${JSON.stringify(`${runbooksUrl}/`)} }}`;
  return `{{ range .Alerts }}{{ if eq .Status "resolved" }}Resolved{{ else }}Firing{{ end }}: {{ .Annotations.summary }}
Since {{ .StartsAt.UTC.Format "2006-01-02 15:04:05" }} UTC{{ if eq .Status "resolved" }}, until {{ .EndsAt.UTC.Format "2006-01-02 15:04:05" }} UTC{{ end }}
{{ end }}
Runbook: ${base}{{ .CommonAnnotations.runbook_url }}
`;
}
