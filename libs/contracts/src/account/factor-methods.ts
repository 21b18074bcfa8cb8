/** The second steps of a sign-in. They stand alone, because every page of the web app loads them, and needs no schema. */
export const secondFactorMethods = ['totp', 'passkey', 'recoveryCode'] as const;
