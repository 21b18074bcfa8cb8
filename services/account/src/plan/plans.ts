import { areFilesOn, type FilesSettings } from '@inlet/blobs/files-env';
import { type Feature, features, type PlanLimits, planLimits, systemPlan } from '@inlet/contracts/plans';
import * as z from 'zod';

const limitOf = (max: number) => {
  const message = `must be a number from 1 to ${max}`;
  return z.coerce.number(message).int(message).min(1, message).max(max, message);
};

/** The plan of every account where BILLING is off. */
export const planEnv = {
  PLAN_NAME: z
    .string()
    .regex(/^[\p{L}\p{N}][\p{L}\p{N} _-]{0,39}$/u, 'must be 1 to 40 letters, digits, spaces, _ and -')
    .default('self-hosted'),
  /** Forms that an account may have at any one time. */
  PLAN_FORMS: limitOf(10_000).default(100),
  /** Submissions that an account may receive in a calendar month. */
  PLAN_SUBMISSIONS: limitOf(1_000_000_000).default(1_000_000),
  /** Bytes of fields that an account may receive in a calendar month. */
  PLAN_BYTES: limitOf(1_000_000_000_000_000).default(1_000_000_000_000),
  /** Bytes of files that an account may have at any one time. */
  PLAN_STORAGE: limitOf(1_000_000_000_000_000).default(100_000_000_000),
};

export interface PlanSettings extends Partial<FilesSettings> {
  readonly BILLING: 'on' | 'off';
  readonly PLAN_NAME: string;
  readonly PLAN_FORMS: number;
  readonly PLAN_SUBMISSIONS: number;
  readonly PLAN_BYTES: number;
  readonly PLAN_STORAGE: number;
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
  /** Changes when the same stored plan allows another number of submissions or bytes, or files. */
  readonly fingerprint: string;
}

export function createPlans({ BILLING, PLAN_NAME, PLAN_FORMS, ...settings }: PlanSettings): Plans {
  const { PLAN_SUBMISSIONS, PLAN_BYTES, PLAN_STORAGE } = settings;
  const hasFiles = areFilesOn(settings);
  const limitsOfPlan = (plan: string | null) =>
    hasFiles ? planLimits(plan) : { ...planLimits(plan), storageBytes: 0 };
  if (BILLING === 'on') {
    return {
      areSold: true,
      nameOf: (plan) => plan,
      limitsOf: limitsOfPlan,
      allows: (plan, feature) => planLimits(plan).features.includes(feature),
      isOpenTo: ({ subscriptionStatus, stripeSubscriptionId }) =>
        subscriptionStatus === 'active' && stripeSubscriptionId !== null,
      fingerprint: `sold, with bytes${hasFiles ? ' and files' : ''}`,
    };
  }
  const only: PlanLimits = {
    forms: PLAN_FORMS,
    submissionsPerMonth: PLAN_SUBMISSIONS,
    bytesPerMonth: PLAN_BYTES,
    storageBytes: hasFiles ? PLAN_STORAGE : 0,
    features,
  };
  return {
    areSold: false,
    nameOf: () => PLAN_NAME,
    // The product's own account keeps its limits.
    limitsOf: (plan) => (plan === systemPlan ? limitsOfPlan(plan) : only),
    allows: () => true,
    isOpenTo: () => true,
    fingerprint: `${PLAN_SUBMISSIONS} ${PLAN_BYTES}${hasFiles ? ' and files' : ''}`,
  };
}
