import type { Person, PrismaClient } from '@inlet/db/client';
import type { Request, RequestHandler, Response } from 'express';
import { Passport } from 'passport';
import { passwordStrategy } from '#identity/sign-in/password-strategy.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}
export type PasswordCheck = (request: Request, response: Response, credentials: Credentials) => Promise<Person | null>;

/** Passport as a promise: it reads the request's body and calls back, and is only used here. */
export function createPasswordCheck(prisma: PrismaClient): PasswordCheck {
  const passport = new Passport();
  passport.use(passwordStrategy(prisma));
  return (request, response, credentials) =>
    new Promise((resolve, reject) => {
      request.body = credentials;
      const strategy = passport.authenticate('local', (error: unknown, person: Person | false | undefined) => {
        if (error) reject(error);
        else resolve(person || null);
      }) as RequestHandler;
      strategy(request, response, reject);
    });
}
