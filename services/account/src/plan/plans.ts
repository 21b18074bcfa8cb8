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
import * as z from 'zod';

/** What every account may have where BILLING is off: the setting of each limit, its default, and the most that it takes. */
const settings = {
  forms: { name: 'PLAN_FORMS', usual: 100, most: 10_000 },
  submissionsPerMonth: { name: 'PLAN_SUBMISSIONS', usual: 1_000_000, most: 1_000_000_000 },
  bytesPerMonth: { name: 'PLAN_BYTES', usual: 1_000_000_000_000, most: 1_000_000_000_000_000 },
  storageBytes: { name: 'PLAN_STORAGE', usual: 100_000_000_000, most: 1_000_000_000_000_000 },
} as const satisfies Record<LimitName, unknown>;
type SettingName = (typeof settings)[LimitName]['name'];

const limitNames = Object.keys(settings) as LimitName[];

const limitSchema = (most: number, usual: number) => {
  const message = `must be a number from 1 to ${most}`;
  return z.coerce.number(message).int(message).min(1, message).max(most, message).default(usual);
};

/** The plan of every account where BILLING is off. */
export const planEnv = {
  PLAN_NAME: z
    .string()
    .regex(/^[\p{L}\p{N}][\p{L}\p{N} _-]{0,39}$/u, 'must be 1 to 40 letters, digits, spaces, _ and -')
    .default('self-hosted'),
  ...(Object.fromEntries(
    Object.values(settings).map(({ name, usual, most }) => [name, limitSchema(most, usual)]),
  ) as Record<SettingName, ReturnType<typeof limitSchema>>),
};

export interface PlanSettings extends Partial<FilesSettings>, Readonly<Record<SettingName, number>> {
  readonly BILLING: 'on' | 'off';
  readonly PLAN_NAME: string;
}

/** The columns of an account that open the gate where plans are sold. */
interface Subscribed {
  readonly subscriptionStatus: string;
  readonly stripeSubscriptionId: string | null;
}

/** What accounts may do in this installation. `plan` is the value that is stored of an account. */
export interface Plans {
  /** False where BILLING is off. */
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
