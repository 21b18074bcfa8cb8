import { readLanguage } from '@inlet/contracts/languages';
import { chooseLanguage } from '@inlet/contracts/languages/choose-language';
import { wordsOf } from '@inlet/contracts/languages/words';
import { type ConfirmPageState, confirmPage, confirmPath } from '@inlet/contracts/visitor-pages/confirm-page';
import {
  fontPath,
  type Page,
  type PageFrame,
  pagePolicy,
  renderPage,
} from '@inlet/contracts/visitor-pages/page-layout';
import { refusalPage } from '@inlet/contracts/visitor-pages/pages';
import { type AddressTrust, clientAddress, networkOf } from '@inlet/http/client-address';
import { HttpError } from '@inlet/http/errors';
import { nameArea } from '@inlet/http/route-template';
import { createConfirmationTokens } from '@inlet/mail/visitors/confirmation-tokens';
import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import { confirmPageLimit } from '#access/limits/limits.ts';
import type { AccountDeps } from '#account-deps.ts';
import { afterSendingOf } from '#forms/after-sending.ts';
import { requireErased } from '#http/guards.ts';
import { createAddressConfirmation, type Opened } from '#inbox/addresses/confirm-address.ts';

const bodyMaxBytes = 4_096;
const tokenMax = 1_000;

const statuses: Readonly<Record<ConfirmPageState, number>> = {
  asked: 200,
  confirmed: 200,
  'confirmed-before': 200,
  expired: 410,
  unknown: 404,
};

/** Serves the page where visitors confirm their address: plain HTML with one button. */
export function mountConfirmPage(app: Express, deps: AccountDeps, trust: AddressTrust): void {
  const tokens = createConfirmationTokens(deps.config.ENCRYPTION_KEYS);
  const { read, confirm } = createAddressConfirmation(deps, tokens);
  const readForm = express.urlencoded({ extended: false, limit: bodyMaxBytes });
  app.use(confirmPath, nameArea, requireErased(deps));
  app.get(confirmPath, serve(deps, trust, read));
  app.post(confirmPath, readForm, serve(deps, trust, confirm));
}

function serve(
  { attempts, config: { PUBLIC_URL: publicUrl } }: AccountDeps,
  trust: AddressTrust,
  act: (token: string) => Promise<Opened>,
): RequestHandler {
  const plain: PageFrame = { fontUrl: publicUrl + fontPath };

  return async (request, response) => {
    const accepted = request.headers['accept-language'];
    try {
      await attempts.take([{ limit: confirmPageLimit, subject: networkOf(clientAddress(request, trust)) }]);
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      response.set(error.details.headers ?? {});
      return send(response, error.status, refusalPage(wordsOf(chooseLanguage(null, accepted)), error, null), plain);
    }
    const token = tokenOf(request);
    const { state, asked } = await act(token);
    const language = chooseLanguage(readLanguage(asked?.language ?? null), accepted);
    const action = publicUrl + confirmPath;
    const frame = {
      ...plain,
      ...(asked && { look: afterSendingOf(asked) }),
      action,
    };
    send(response, statuses[state], confirmPage(wordsOf(language), state, { action, token }), frame);
  };
}

/** The token of the form, or else of the address. */
function tokenOf({ body, query }: Request): string {
  const tokens = [(body as { token?: unknown } | undefined)?.token, query.token];
  const found = tokens.find((token) => typeof token === 'string' && token.length <= tokenMax);
  return typeof found === 'string' ? found : '';
}

/** The address has the token, so no other website learns it, and no copy of the page is kept. */
function send(response: Response, status: number, page: Page, frame: PageFrame): void {
  response.set({
    'content-security-policy': pagePolicy(frame),
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    vary: 'Accept-Language',
  });
  response.status(status).type('html').send(renderPage(page, frame));
}
