import * as z from 'zod';
import { colorSchema, textSchema, thanksMessageMax } from '#forms/after-sending.ts';

export const pageTitleMax = 120;
export const pageIntroductionMax = 2_000;
export const pageButtonMax = 40;
/** The days of views that the owner is shown. */
export const pageViewDays = 30;

const partSchema = (description: string) => z.string().nullable().default(null).meta({ description });

const parts = {
  title: partSchema('The title, 120 characters at most. Null stands for the name of the form.'),
  introduction: partSchema('The text above the fields, 2,000 characters at most; line breaks are kept.'),
  button: partSchema('The text of the button, 40 characters at most. Null stands for “Send”.'),
  thanks: partSchema(
    'The text after sending, 500 characters at most; line breaks are kept. Null stands for the thank-you text of the form.',
  ),
  accent: partSchema('The color of the button, as `#0b6670`. Null stands for the color of the form’s other pages.'),
};

/** What a page says, and its color. A missing part is null. */
export const pageTextsSchema = z.object(parts);
export type PageTexts = z.output<typeof pageTextsSchema>;

/** The hosted page of a form as it is stored. */
export const hostedPageSchema = z.object({ enabled: z.boolean().default(false), ...parts });
export type HostedPage = z.output<typeof hostedPageSchema>;

export const formPageSchema = z
  .object({
    enabled: z.boolean().meta({ description: 'Whether the page is shown; its address is 404 while it is not.' }),
    ...parts,
    url: z.string().meta({ description: 'The address of the page.' }),
  })
  .meta({ id: 'FormPage' });
export type FormPage = z.output<typeof formPageSchema>;

/** Omitted parts are unchanged. */
export const updateFormPageSchema = z
  .object({
    enabled: z.boolean('Must be true or false'),
    title: textSchema('Title', pageTitleMax),
    introduction: textSchema('Introduction', pageIntroductionMax),
    button: textSchema('Button', pageButtonMax),
    thanks: textSchema('Thank-you text', thanksMessageMax),
    accent: colorSchema,
  })
  .partial()
  .meta({
    id: 'UpdateFormPage',
    description: 'Parts of `FormPage`. Those that are left out stay as they are; null goes back to the usual.',
  });
export type UpdateFormPage = z.output<typeof updateFormPageSchema>;

export const pageViewsSchema = z
  .object({
    total: z
      .number()
      .int()
      .meta({ description: `The views of the last ${pageViewDays} days.` }),
    days: z
      .array(z.object({ date: z.string(), views: z.number().int() }))
      .meta({ description: 'The days in UTC that have views, oldest first.' }),
  })
  .meta({ id: 'PageViews' });
export type PageViewCounts = z.output<typeof pageViewsSchema>;
