/** The operator of this installation, as named on the legal pages. */
export interface Operator {
  readonly name: string;
  readonly address: string;
  /** The operator's tax or company number. */
  readonly registration: string;
  readonly email: string;
  /** The hosting company, and the location of its servers. */
  readonly hosting: string;
  /** The company that delivers mail. */
  readonly mailDelivery: string;
}

/** The parts of the public pages that differ between installations. */
export interface Site {
  /** The public address of the product, without a trailing slash. */
  readonly publicUrl: string;
  /** False if BILLING is off: no page mentions plans or prices. The build renders the pages for both cases. */
  readonly sellsPlans: boolean;
  readonly operator: Operator;
}

/** Placeholders in the built pages for values of the running installation; the gateway fills them in. */
export const siteTokens: Site = {
  publicUrl: '%PUBLIC_URL%',
  sellsPlans: true,
  operator: {
    name: '%OPERATOR_NAME%',
    address: '%OPERATOR_ADDRESS%',
    registration: '%OPERATOR_REGISTRATION%',
    email: '%OPERATOR_EMAIL%',
    hosting: '%OPERATOR_HOSTING%',
    mailDelivery: '%OPERATOR_MAIL_DELIVERY%',
  },
};

/** Parts of the built pages that apply to some installations; the gateway removes them from the others. */
export const siteParts = ['IDLE_ACCOUNTS', 'LANDING', 'SIGN_UP_OPEN', 'SIGN_UP_INVITE'] as const;
export type SitePart = (typeof siteParts)[number];

/** The markers around such a part. */
export function partTokens(part: SitePart): { readonly start: string; readonly end: string } {
  return { start: `%${part}%`, end: `%END_${part}%` };
}

/** The folder of the built pages, inside the web app's folder. */
export function pagesFolder({ sellsPlans }: Pick<Site, 'sellsPlans'>): string {
  return sellsPlans ? 'pages' : 'pages-without-plans';
}

/** The placeholder of the whole site data as JSON, for the page's script. */
export const siteJsonToken = '%SITE_JSON%';
