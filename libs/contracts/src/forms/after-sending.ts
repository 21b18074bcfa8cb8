import * as z from 'zod';
import { canBeStored } from '#text.ts';

export const thanksMessageMax = 500;
/** The longest address, in characters. Proxies drop responses with long headers, and the visitor would not see them. */
export const redirectMax = 2_000;
const nameMax = 80;
const logoMax = 500;

/** A host of letters, digits, dots and hyphens: a semicolon would start another directive in a page's policy. */
const plainHost = /^[a-z0-9.-]+$/;

/** The address of an image that a visitor's page may load, or null. */
export function readLogo(text: string): URL | null {
  const url = readWebAddress(text);
  return url?.protocol === 'https:' && plainHost.test(url.hostname) && url.username === '' ? url : null;
}

/** A web address that a browser may be redirected to, or null. */
export function readWebAddress(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url : null;
}

/** The stored settings for the response to a visitor. A missing part is null. */
export const afterSendingSchema = z
  .object({
    message: partSchema().meta({
      description:
        'The text of the thank-you page and the `message` of a JSON answer, 500 characters at most; line breaks are kept. Null stands for the usual sentence.',
    }),
    redirect: partSchema().meta({
      description:
        'An `https://` or `http://` address of at most 2,000 characters that visitors go to instead of the thank-you page. Null stands for the page.',
    }),
    name: partSchema().meta({
      description: 'The name above the pages that visitors see, 80 characters at most. Null stands for none.',
    }),
    logo: partSchema().meta({
      description:
        'The `https://` address of an image above these pages, 500 characters at most. The visitor’s browser loads it. Null stands for none.',
    }),
    color: partSchema().meta({
      description: 'The color of buttons on these pages, as `#0b6670`. Null stands for the usual one.',
    }),
  })
  .meta({ id: 'AfterSending' });
export type AfterSending = z.output<typeof afterSendingSchema>;

/** The parts that affect the look of pages. */
export type Look = Pick<AfterSending, 'name' | 'logo' | 'color'>;

/** A text that may be left out. */
export const textSchema = (label: string, max: number) =>
  z
    .string()
    .trim()
    .max(max, `${label} must have at most ${max} characters`)
    .refine(canBeStored, `${label} has a character that cannot be stored`)
    .nullable()
    .transform((text) => text || null);

/** An address in a browser's normal form, which may be longer than the typed text. */
const addressSchema = (max: number, read: (text: string) => URL | null, message: string) =>
  z
    .string()
    .trim()
    .max(max, message)
    .nullable()
    .transform((text, context) => {
      if (!text) return null;
      const address = read(text)?.href;
      if (address !== undefined && address.length <= max) return address;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    });

const redirectMessage = `Redirect address must start with https:// or http:// and have at most ${redirectMax} characters`;
const logoMessage = `Logo must be an https:// address of at most ${logoMax} characters`;

export const colorSchema = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, 'Color must be written as #0b6670')
  .nullable();

/** Omitted parts are unchanged. */
export const updateAfterSendingSchema = z
  .object({
    message: textSchema('Thank-you text', thanksMessageMax),
    redirect: addressSchema(redirectMax, readWebAddress, redirectMessage),
    name: textSchema('Name', nameMax),
    logo: addressSchema(logoMax, readLogo, logoMessage),
    color: colorSchema,
  })
  .partial()
  .meta({
    id: 'UpdateAfterSending',
    description: 'Parts of `AfterSending`. Those that are left out stay as they are; null goes back to the usual.',
  });

function partSchema() {
  return z.string().nullable().default(null);
}
