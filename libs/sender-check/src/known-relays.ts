/** Services that many installations send through: the end of the server's name, and what SPF has to include. */
const includes: Readonly<Record<string, string>> = {
  'amazonaws.com': 'amazonses.com',
  'sendgrid.net': 'sendgrid.net',
  'mailgun.org': 'mailgun.org',
  'postmarkapp.com': 'spf.mtasv.net',
  'brevo.com': 'spf.brevo.com',
  'mailjet.com': 'spf.mailjet.com',
  'mandrillapp.com': 'spf.mandrillapp.com',
  'resend.com': 'amazonses.com',
  'gmail.com': '_spf.google.com',
  'office365.com': 'spf.protection.outlook.com',
  'fastmail.com': 'spf.messagingengine.com',
  'migadu.com': 'spf.migadu.com',
};

/** The domain whose SPF record names a service's addresses; undefined for an unknown server. */
export function includeOf(host: string): string | undefined {
  const found = Object.keys(includes).find((end) => host === end || host.endsWith(`.${end}`));
  return found === undefined ? undefined : includes[found];
}
