/** Hosts of issuers where everybody in the world can have an account. */
const publicHosts: readonly string[] = [
  'accounts.google.com',
  'appleid.apple.com',
  'gitlab.com',
  'github.com',
  'www.linkedin.com',
  'www.facebook.com',
  'www.paypal.com',
  'slack.com',
  'discord.com',
  'id.twitch.tv',
  'access.line.me',
  'kauth.kakao.com',
  'api.login.yahoo.com',
  'login.salesforce.com',
  'oauth.telegram.org',
];

/** Names of Microsoft for all tenants at once, and the tenant of private accounts. */
const everyTenant = /^\/(?:common|organizations|consumers|9188040d-6c67-4c5b-b112-36a304b66dad)(?:\/|$)/i;

/** Whether everybody in the world can have an account at an issuer. */
export function isPublicIssuer(issuer: string): boolean {
  return URL.canParse(issuer) && publicHosts.includes(new URL(issuer).hostname);
}

/** Whether an issuer of Microsoft stands for more than one tenant. Each of them names what addresses it likes. */
export function isEveryTenant(issuer: string): boolean {
  if (!URL.canParse(issuer)) return false;
  const { hostname, pathname } = new URL(issuer);
  return hostname === 'login.microsoftonline.com' && everyTenant.test(pathname);
}
