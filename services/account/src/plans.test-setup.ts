import { createPlans } from '#plan/plans.ts';

const settings = {
  PLAN_NAME: 'team',
  PLAN_FORMS: 3,
  PLAN_SUBMISSIONS: 10,
  PLAN_BYTES: 1_000,
  PLAN_STORAGE: 5_000,
  PLAN_IMPORTED: 100,
  FILES_FOLDER: '/files',
};

/** The plans of an installation that sells them. */
export const soldPlans = createPlans({ BILLING: 'on', ...settings });
/** The one plan of an installation without payments. */
export const onlyPlan = createPlans({ BILLING: 'off', ...settings });
