import { newPasswordMinLength } from '@inlet/contracts/sessions';

/** Said before a new password is sent. The service alone knows which ones are common. */
export const newPasswordHint = `${newPasswordMinLength} or more characters. Avoid common passwords and your email address.`;
