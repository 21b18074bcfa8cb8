import * as z from 'zod';
import { planKeys } from '#account/plans.ts';

/** Apart from the table of plans, which public pages read without zod. */
export const planKeySchema = z.enum(planKeys);
