import { idleAccountsTokens, type Site, siteJsonToken, siteTokens } from '@inlet/contracts/site';
import { escapeHtml } from '@inlet/contracts/text';
import type { GatewayConfig } from '#config.ts';

// safe because: the pages are built by us
const idleParts = new RegExp(`${idleAccountsTokens.start}([\\s\\S]*?)${idleAccountsTokens.end}`, 'g');

/** Fills the values of this installation into a built page, in one pass: tokens inside values are not replaced. */
export function createFiller(site: Site, endsIdleAccounts: boolean): (page: string) => string {
  const values = new Map<string, string>([
    // Within a script, where only the end of the script could do harm.
    [siteJsonToken, JSON.stringify(site).replaceAll('<', '\\u003c')],
    [siteTokens.publicUrl, escapeHtml(site.publicUrl)],
    ...Object.entries(siteTokens.operator).map(([key, token]): [string, string] => [
      token,
      escapeHtml(site.operator[key as keyof Site['operator']]),
    ]),
  ]);
  return (page) =>
    page
      .replaceAll(idleParts, endsIdleAccounts ? '$1' : '')
      .replaceAll(/%[A-Z_]+%/g, (token) => values.get(token) ?? token);
}

/** Whether account deletes accounts that nobody uses: without payments only where the operator says so. */
export function endsIdleAccounts({ BILLING, IDLE_ACCOUNTS }: GatewayConfig): boolean {
  return (IDLE_ACCOUNTS ?? (BILLING === 'on' ? 'delete' : 'keep')) === 'delete';
}

/** What this installation tells on its public pages. */
export function siteOf(config: GatewayConfig): Site {
  return {
    publicUrl: config.PUBLIC_URL,
    sellsPlans: config.BILLING === 'on',
    operator: {
      name: config.OPERATOR_NAME,
      address: config.OPERATOR_ADDRESS,
      registration: config.OPERATOR_REGISTRATION,
      email: config.OPERATOR_EMAIL ?? '[email address of the operator]',
      hosting: config.OPERATOR_HOSTING,
      mailDelivery: config.OPERATOR_MAIL_DELIVERY,
    },
  };
}
