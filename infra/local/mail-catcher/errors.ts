import { defineHttpError } from '@inlet/service/http-error';

export const mailNotFound = defineHttpError(404, 'mail_not_found', 'There is no such mail');
