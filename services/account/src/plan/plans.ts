import { areFilesOn, type FilesSettings } from '@inlet/blobs/files-env';
import {
  type Feature,
  features,
  type LimitName,
  type PlanLimits,
  planKeys,
  planLimits,
  systemPlan,
} from '@inlet/contracts/plans';
import { wholeNumberSchema } from '@inlet/process/config';
import * as z from 'zod';

/** Each limit of the only plan if BILLING is off: its setting, default and maximum. */
const settings = {
  forms: { name: 'PLAN_FORMS', usual: 100, most: 10_000, meaning: 'Forms of an account' },
  submissionsPerMonth: {
    name: 'PLAN_SUBMISSIONS',
    usual: 1_000_000,
    most: 1_000_000_000,
    meaning: 'Submissions of an account in a calendar month',
  },
  bytesPerMonth: {
    name: 'PLAN_BYTES',
    usual: 1_000_000_000_000,
    most: 1_000_000_000_000_000,
    meaning: 'Bytes of the fields that an account stores in a calendar month',
  },
  storageBytes: {
    name: 'PLAN_STORAGE',
    usual: 100_000_000_000,
    most: 1_000_000_000_000_000,
    meaning: 'Bytes of the files that an account stores at any one time',
  },
  importedRows: {
    name: 'PLAN_IMPORTED',
    usual: 10_000_000,
    most: 1_000_000_000,
    meaning: 'Imported submissions that an account has at any one time',
  },
} as const satisfies Record<LimitName, unknown>;
type Setting = (typeof settings)[LimitName];
type SettingName = Setting['name'];

const limitNames = Object.keys(settings) as LimitName[];

const limitSchema = ({ most, usual, meaning }: Setting) =>
  wholeNumberSchema({ min: 1, max: most }).default(usual).describe(`${meaning}, with \`BILLING=off\`.`);

/** The settings of the plan of every account if BILLING is off. */
export const planEnv = {
  PLAN_NAME: z
    .string()
    .regex(/^[\p{L}\p{N}][\p{L}\p{N} _-]{0,39}$/u, 'must be 1 to 40 letters, digits, spaces, _ and -')
    .default('self-hosted')
    .describe('The name of the plan of every account, with `BILLING=off`.'),
  ...(Object.fromEntries(Object.values(settings).map((setting) => [setting.name, limitSchema(setting)])) as Record<
    SettingName,
    ReturnType<typeof limitSchema>
  >),
};

export interface PlanSettings extends Partial<FilesSettings>, Readonly<Record<SettingName, number>> {
  readonly BILLING: 'on' | 'off';
  readonly PLAN_NAME: string;
}

/** The columns of an account that grant access if plans are sold. */
interface Subscribed {
  readonly subscriptionStatus: string;
  readonly stripeSubscriptionId: string | null;
}

/** The permissions of accounts in this installation. `plan` is the stored value of an account. */
export interface Plans {
  /** False if BILLING is off. */
  readonly areSold: boolean;
  readonly nameOf: (plan: string | null) => string | null;
  readonly limitsOf: (plan: string | null) => PlanLimits;
  readonly allows: (plan: string | null, feature: Feature) => boolean;
  readonly isOpenTo: (account: Subscribed) => boolean;
  /** Changes when the same stored plan has other limits. */
  readonly fingerprint: string;
}

export function createPlans(given: PlanSettings): Plans {
  const hasFiles = areFilesOn(given);
  const withoutFiles = (limits: PlanLimits) => (hasFiles ? limits : { ...limits, storageBytes: 0 });
  const soldLimits = (plan: string | null) => withoutFiles(planLimits(plan));
  if (given.BILLING === 'on') {
    return {
      areSold: true,
      nameOf: (plan) => plan,
      limitsOf: soldLimits,
      allows: (plan, feature) => planLimits(plan).features.includes(feature),
      isOpenTo: ({ subscriptionStatus, stripeSubscriptionId }) =>
        subscriptionStatus === 'active' && stripeSubscriptionId !== null,
      fingerprint: fingerprintOf(soldLimits),
    };
  }
  const numbers = Object.fromEntries(limitNames.map((limit) => [limit, given[settings[limit].name]]));
  const only = withoutFiles({ ...(numbers as Record<LimitName, number>), features });
  // The product's own account keeps its limits.
  const limitsOf = (plan: string | null) => (plan === systemPlan ? soldLimits(plan) : only);
  return {
    areSold: false,
    nameOf: () => given.PLAN_NAME,
    limitsOf,
    allows: () => true,
    isOpenTo: () => true,
    fingerprint: fingerprintOf(limitsOf),
  };
}

function fingerprintOf(limitsOf: Plans['limitsOf']): string {
  return JSON.stringify([...planKeys, systemPlan, null].map(limitsOf));
}
