/** The operator of this installation, as the legal pages name them. */
export interface Operator {
  readonly name: string;
  readonly address: string;
  /** The number under which the tax office or the register of companies knows them. */
  readonly registration: string;
  readonly email: string;
  /** The company on whose machines everything is stored, and where those stand. */
  readonly hosting: string;
  /** The company that delivers mail. */
  readonly mailDelivery: string;
}

/** The parts of the public pages that differ between installations. */
export interface Site {
  /** Where browsers reach the product, without a slash at its end. */
  readonly publicUrl: string;
  /** False where BILLING is off: no page speaks of plans or prices. The build renders the pages for both. */
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

/** Parts of the built pages that hold in some installations; in the others the gateway takes them out. */
export const siteParts = ['IDLE_ACCOUNTS', 'LANDING', 'SIGN_UP_OPEN', 'SIGN_UP_INVITE'] as const;
export type SitePart = (typeof siteParts)[number];

/** What stands around such a part. */
export function partTokens(part: SitePart): { readonly start: string; readonly end: string } {
  return { start: `%${part}%`, end: `%END_${part}%` };
}

/** The folder of the built pages, below the web app. */
export function pagesFolder({ sellsPlans }: Pick<Site, 'sellsPlans'>): string {
  return sellsPlans ? 'pages' : 'pages-without-plans';
}

/** Stands for the whole of it as JSON, for the script of the page. */
export const siteJsonToken = '%SITE_JSON%';
