import * as z from 'zod';
import { planKeys } from '#account/plans.ts';

/** Kept apart from the table of plans, which public pages load without zod. */
export const planKeySchema = z.enum(planKeys);
