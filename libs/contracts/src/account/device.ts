import * as z from 'zod';
import { apiKeyNameSchema, keyGrant, namesScopes, scopesFault } from '#account/api-keys.ts';

/** How long a person may take from the code on the machine to the answer on the page. */
export const deviceSeconds = 600;
/** How often the machine may ask. */
export const devicePollSeconds = 2;

/** Characters without a shape, which could make a name look like another one. */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

export const openDeviceSchema = z
  .object({
    name: apiKeyNameSchema
      .refine((name) => !hidden.test(name), 'Name has a character that cannot be seen')
      .default('Command line')
      .meta({ description: 'The name of the machine, which the person sees and which the key gets.' }),
  })
  .meta({ id: 'OpenDevice' });

export const deviceCodesSchema = z
  .object({
    deviceCode: z.string().meta({ description: 'The secret by which the program asks for its key.' }),
    userCode: z.string().meta({ description: 'The code that the person compares, such as `BCDF-GHJK`.' }),
    verificationUri: z.url().meta({ description: 'The page that asks for the code.' }),
    verificationUriComplete: z.url().meta({ description: 'The same page with the code filled in.' }),
    interval: z.int().meta({ description: 'The seconds to wait between two requests for the key.' }),
    expiresIn: z.int().meta({ description: 'The seconds after which both codes end.' }),
  })
  .meta({ id: 'DeviceCodes' });
export type DeviceCodes = z.infer<typeof deviceCodesSchema>;

/** A device code has 43 characters. */
const deviceCodeMaxLength = 100;

export const fetchDeviceKeySchema = z
  .object({ deviceCode: z.string({ error: 'Device code is required' }).max(deviceCodeMaxLength) })
  .meta({ id: 'FetchDeviceKey' });

export const deviceRequestSchema = z
  .object({
    userCode: z.string(),
    name: z.string().meta({ description: 'The name that the machine gave itself. Anybody can choose it.' }),
    address: z.string().meta({ description: 'The address from which the machine asked.' }),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: 'DeviceRequest' });
export type DeviceRequest = z.infer<typeof deviceRequestSchema>;

/** The form in which a person types the code of a machine. */
export const typedCodeSchema = z.object({
  code: z
    .string({ error: 'Enter the code that the machine shows' })
    // safe because: each part has a bound
    .regex(/^\s{0,9}[a-z]{4}[\s-]{0,3}[a-z]{4}\s{0,9}$/i, 'A code has eight letters, such as BCDF-GHJK'),
});

export const approveDeviceSchema = z.object(keyGrant).refine(namesScopes, scopesFault).meta({ id: 'ApproveDevice' });
export type ApproveDevice = z.input<typeof approveDeviceSchema>;
