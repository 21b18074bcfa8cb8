/** The plans that can be bought. Any other value of `users.plan` has the limits of `unknownPlan`. */
export const planKeys = ['starter', 'pro', 'early_pro'] as const;
export type PlanKey = (typeof planKeys)[number];

/** Features that a plan can include. */
export const features = ['webhooks', 'analytics', 'automatic_deletion', 'priority_support'] as const;
export type Feature = (typeof features)[number];

/** The limits of an account. The month is the calendar month in UTC. */
export interface PlanLimits {
  /** The number of forms at any time. */
  readonly forms: number;
  /** The number of accepted submissions. */
  readonly submissionsPerMonth: number;
  /** Bytes of the fields of all stored submissions, including spam. */
  readonly bytesPerMonth: number;
  /** Bytes of all files at any time; 0 means that no files are accepted. */
  readonly storageBytes: number;
  /** Imported submissions at any time: ten times the submissions of a month. */
  readonly importedRows: number;
  readonly features: readonly Feature[];
}
export type LimitName = Exclude<keyof PlanLimits, 'features'>;

const gigabyte = 1_000_000_000;

const pro: PlanLimits = {
  forms: 20,
  submissionsPerMonth: 5_000,
  bytesPerMonth: 5 * gigabyte,
  storageBytes: 10 * gigabyte,
  importedRows: 50_000,
  features,
};

const plans: Record<PlanKey, PlanLimits> = {
  starter: {
    forms: 5,
    submissionsPerMonth: 1_000,
    bytesPerMonth: gigabyte,
    storageBytes: gigabyte,
    importedRows: 10_000,
    features: ['webhooks'],
  },
  pro,
  early_pro: pro,
};

/** The plan of the product's own account, whose forms must never be full. It is not for sale. */
export const systemPlan = 'system';
const system: PlanLimits = {
  forms: 100,
  submissionsPerMonth: 100_000_000,
  bytesPerMonth: 1_000_000 * gigabyte,
  storageBytes: 0,
  importedRows: 1_000_000_000,
  features: [],
};

const unknownPlan: PlanLimits = {
  forms: 1,
  submissionsPerMonth: 100,
  bytesPerMonth: gigabyte / 10,
  storageBytes: 0,
  importedRows: 1_000,
  features: [],
};

/** The limits of a plan as stored on the user, which may be empty, `free` or a name that is no longer sold. */
export function planLimits(plan: string | null): PlanLimits {
  if (plan === systemPlan) return system;
  const known = planKeys.find((key) => key === plan);
  return known ? plans[known] : unknownPlan;
}

/** Every plan that includes a feature, as stored. */
export function plansWith(feature: Feature): PlanKey[] {
  return planKeys.filter((key) => planAllows(key, feature));
}

/** True if a plan includes a feature. */
export function planAllows(plan: string | null, feature: Feature): boolean {
  return planLimits(plan).features.includes(feature);
}
