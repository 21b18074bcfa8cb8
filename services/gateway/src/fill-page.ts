import { partTokens, type Site, type SitePart, siteJsonToken, siteParts, siteTokens } from '@inlet/contracts/site';
import { escapeHtml } from '@inlet/contracts/text';
import type { GatewayConfig } from '#config.ts';

/**
 * Fills the values of this installation into a built page in a single pass, so that tokens inside values are not
 * replaced.
 */
export function createFiller(site: Site, shown: readonly SitePart[]): (page: string) => string {
  const values = new Map<string, string>([
    // The value is inside a script, where only a closing script tag could do harm.
    [siteJsonToken, JSON.stringify(site).replaceAll('<', '\\u003c')],
    [siteTokens.publicUrl, escapeHtml(site.publicUrl)],
    ...Object.entries(siteTokens.operator).map(([key, token]): [string, string] => [
      token,
      escapeHtml(site.operator[key as keyof Site['operator']]),
    ]),
  ]);
  const parts = siteParts.map((part) => {
    const { start, end } = partTokens(part);
    // safe because: the pages are built by us
    return { pattern: new RegExp(`${start}([\\s\\S]*?)${end}`, 'g'), kept: shown.includes(part) ? '$1' : '' };
  });
  return (page) =>
    parts
      .reduce((text, { pattern, kept }) => text.replaceAll(pattern, kept), page)
      .replaceAll(/%[A-Z_]+%/g, (token) => values.get(token) ?? token);
}

/** The parts of the pages that apply to this installation. */
export function shownParts(config: GatewayConfig): SitePart[] {
  const { BILLING, IDLE_ACCOUNTS, SIGN_UP } = config;
  // Account deletes unused accounts; without payments, only if the operator has chosen it.
  const endsIdleAccounts = (IDLE_ACCOUNTS ?? (BILLING === 'on' ? 'delete' : 'keep')) === 'delete';
  return [
    ...(endsIdleAccounts ? (['IDLE_ACCOUNTS'] as const) : []),
    ...(hasLanding(config) ? (['LANDING'] as const) : []),
    SIGN_UP === 'open' ? 'SIGN_UP_OPEN' : 'SIGN_UP_INVITE',
  ];
}

/** True if `/` is the landing page; otherwise it redirects to the sign-in. */
export function hasLanding({ BILLING, LANDING }: GatewayConfig): boolean {
  return BILLING === 'on' || LANDING === 'on';
}

/** The values of this installation for its public pages. */
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
