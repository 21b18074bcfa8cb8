import { newPasswordMinLength } from '@inlet/contracts/sessions';

/** Shown before a new password is sent. Only the service knows which passwords are common. */
export const newPasswordHint = `${newPasswordMinLength} or more characters. Avoid common passwords and your email address.`;
