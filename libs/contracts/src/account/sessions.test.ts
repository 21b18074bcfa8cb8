import { describe, expect, it } from 'vitest';
import {
  changePasswordSchema,
  emailSchema,
  refreshSchema,
  resetPasswordSchema,
  sessionSchema,
  signInSchema,
  signUpSchema,
} from '#account/sessions.ts';

const signIn = { email: 'ana@example.com', password: 'secret' };

describe('emailSchema', () => {
  it.each([
    ['ana@example.com', 'ana@example.com'],
    [' Ana@Example.COM \n', 'ana@example.com'],
    ['demo@inlet.local', 'demo@inlet.local'],
    ['ana+forms@mail.example.co.uk', 'ana+forms@mail.example.co.uk'],
    ["o'neil@example.com", "o'neil@example.com"],
    [`${'a'.repeat(242)}@example.com`, `${'a'.repeat(242)}@example.com`],
  ])('reads %j as %j', (email, read) => {
    expect(emailSchema.parse(email)).toBe(read);
  });

  it.each([
    [undefined, 'Email is required'],
    [null, 'Email is required'],
    [{}, 'Email is required'],
    ['', 'Enter a valid email address'],
    ['   ', 'Enter a valid email address'],
    ['ana', 'Enter a valid email address'],
    ['ana@', 'Enter a valid email address'],
    ['@example.com', 'Enter a valid email address'],
    ['ana@example', 'Enter a valid email address'],
    ['ana@@example.com', 'Enter a valid email address'],
    ['ana b@example.com', 'Enter a valid email address'],
    ['ana@example.com, bo@example.com', 'Enter a valid email address'],
    ['Ana <ana@example.com>', 'Enter a valid email address'],
    ['ana@example.com\nBcc: bo@example.com', 'Enter a valid email address'],
    ['ana\0@example.com', 'Enter a valid email address'],
    [`${'a'.repeat(243)}@example.com`, 'Enter a valid email address'],
  ])('refuses %j', (email, says) => {
    expect(emailSchema.safeParse(email).error?.issues.map(({ message }) => message)).toEqual([says]);
  });
});

describe('signInSchema', () => {
  it('keeps the refresh token in a cookie unless a program asks otherwise', () => {
    expect(signInSchema.parse(signIn).transport).toBe('cookie');
    expect(signInSchema.parse({ ...signIn, transport: 'token' }).transport).toBe('token');
    expect(signInSchema.safeParse({ ...signIn, transport: 'header' }).success).toBe(false);
  });

  it.each(['secret', '      ', ' padded secret ', 'p\0ssword', 'pässwörd', 'x'.repeat(256)])(
    'keeps the password %j to the letter',
    (password) => {
      expect(signInSchema.parse({ ...signIn, password }).password).toBe(password);
    },
  );

  it.each([
    [undefined, 'Password is required'],
    [123456, 'Password is required'],
    ['', 'Password must have at least 6 characters'],
    ['12345', 'Password must have at least 6 characters'],
    ['x'.repeat(257), 'Password must have at most 256 characters'],
  ])('refuses the password %j', (password, says) => {
    const { error } = signInSchema.safeParse({ ...signIn, password });
    expect(error?.issues.map(({ path, message }) => [path, message])).toEqual([[['password'], says]]);
  });

  it('names every field that is missing', () => {
    expect(signInSchema.safeParse({}).error?.issues.map(({ path }) => path)).toEqual([['email'], ['password']]);
  });
});

describe('a new password', () => {
  const schemas = [
    ['sign-up', signUpSchema, 'password', signIn],
    ['reset', resetPasswordSchema, 'password', { token: 'token' }],
    ['change', changePasswordSchema, 'newPassword', { currentPassword: 'secret' }],
  ] as const;

  it.each(schemas)('needs eight characters at %s', (_when, schema, field, others) => {
    const messages = (password: string) =>
      schema.safeParse({ ...others, [field]: password }).error?.issues.map(({ path, message }) => [path[0], message]);
    expect(messages('seven77')).toEqual([[field, 'Password must have at least 8 characters']]);
    expect(messages('eight888')).toBeUndefined();
  });
});

describe('refreshSchema', () => {
  it.each([
    [{}, true],
    [{ refresh_token: 'x'.repeat(200) }, true],
    [{ refresh_token: 'x'.repeat(201) }, false],
    [{ refresh_token: 7 }, false],
    [{ refresh_token: null }, false],
  ])('judges %j as %j', (body, isValid) => {
    expect(refreshSchema.safeParse(body).success).toBe(isValid);
  });
});

describe('sessionSchema', () => {
  const session = {
    access_token: 'token',
    token_type: 'bearer',
    expires_in: 900,
    expires_at: 1_800_000_000,
    user: {
      id: '01890a5d-ac96-774b-bcce-b302099a8057',
      personId: '01890a5d-ac96-774b-bcce-b302099a8057',
      email: 'ana@example.com',
      role: 'owner',
      workspace: { id: '01890a5d-ac96-774b-bcce-b302099a8057', name: 'ana@example.com' },
      plan: null,
      subscriptionStatus: 'inactive',
      stripeCustomerId: null,
      stripeSubscriptionId: null,
      needsSubscription: true,
      isInvited: false,
      isVerified: true,
      timeZone: 'UTC',
      wantsUsageMails: true,
      wantsWorkMails: true,
      createdAt: '2026-01-31T12:00:00.000Z',
    },
  };

  it('reads a session with and without a refresh token', () => {
    expect(sessionSchema.parse(session)).toEqual(session);
    expect(sessionSchema.parse({ ...session, refresh_token: 'next' }).refresh_token).toBe('next');
  });

  it.each([
    { token_type: 'mac' },
    { expires_at: '2026-01-31T12:00:00.000Z' },
    { expires_in: 0.5 },
    { user: null },
    { user: { ...session.user, subscriptionStatus: 'paused' } },
    { user: { ...session.user, createdAt: '31 January 2026' } },
  ])('refuses a session with %j', (changes) => {
    expect(sessionSchema.safeParse({ ...session, ...changes }).success).toBe(false);
  });
});
