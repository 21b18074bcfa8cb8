import type { RequestHandler } from 'express';
import { currentUser } from '#auth/caller.ts';
import { presentUser } from '#users/present-user.ts';

export const readMeHandler: RequestHandler = (_request, response) => {
  response.json(presentUser(currentUser(response)));
};
