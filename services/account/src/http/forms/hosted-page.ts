import type { Language } from '@inlet/contracts/languages';
import { chooseLanguage } from '@inlet/contracts/languages/choose-language';
import { type Words, wordsOf } from '@inlet/contracts/languages/words';
import {
  hostedClosedPage,
  hostedFormPage,
  hostedFrame,
  missingPage,
  type ShownForm,
  unknownForm,
} from '@inlet/contracts/visitor-pages/hosted-page';
import { type Page, type PageFrame, pagePolicy, renderPage } from '@inlet/contracts/visitor-pages/page-layout';
import { refusalPage } from '@inlet/contracts/visitor-pages/pages';
import { type AddressTrust, clientAddress, networkOf } from '@inlet/http/client-address';
import { HttpError } from '@inlet/http/errors';
import type { Express, Request, RequestHandler, Response } from 'express';
import type { AccountDeps } from '#account-deps.ts';
import { findClosedRefusal } from '#forms/closing/find-closed-refusal.ts';
import { readEntry } from '#forms/directory/read-entry.ts';

/** Each is a few queries; a school or an office may share one address. */
const limit = { name: 'page:network', per: 'network', max: 600, windowSeconds: 60 } as const;
/** The characters of a value in the address that fill in a field. */
const prefilledMax = 2_000;
const robots = /bot|crawl|spider|slurp|preview/i;

/** Serves the hosted pages of forms. */
export function mountHostedPages(app: Express, deps: AccountDeps, trust: AddressTrust): void {
  app.get('/s/:endpointId', servePage(deps, trust));
}

function servePage(deps: AccountDeps, trust: AddressTrust): RequestHandler {
  const { attempts, config, pageViews } = deps;
  const { PUBLIC_URL: publicUrl } = config;

  return async (request, response) => {
    const endpointId = String(request.params.endpointId);
    const address = { publicUrl, endpointId };
    const plain = hostedFrame(unknownForm, address);
    try {
      await attempts.take([{ limit, subject: networkOf(clientAddress(request, trust)) }]);
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      response.set(error.details.headers ?? {});
      return send(response, error.status, refusalPage(wordsFor(request), error, null), plain);
    }
    const form = await readEntry(deps, endpointId).catch(noForm);
    if (!form?.isActive || !form.page) return send(response, 404, missingPage(wordsFor(request)), plain);
    const words = wordsFor(request, form.language);
    const frame = hostedFrame(form, address);
    const refusal = await findClosedRefusal(deps, form);
    if (refusal) return send(response, 200, hostedClosedPage(words, form, refusal), frame);
    if (isVisit(request)) pageViews.note(form.id);
    send(response, 200, hostedFormPage(words, form, address, prefilled(form, request)), frame);
  };
}

/** The words for this visitor. */
function wordsFor({ headers }: Request, ofForm?: Language): Words {
  return wordsOf(chooseLanguage(ofForm, headers['accept-language']));
}

function noForm(error: unknown): null {
  if (error instanceof HttpError && error.status === 404) return null;
  throw error;
}

/** A shared copy would hide views, and show an old form. */
function send(response: Response, status: number, page: Page, frame: PageFrame): void {
  response.set({
    'content-security-policy': pagePolicy(frame),
    'referrer-policy': 'same-origin',
    'cache-control': 'no-cache',
    vary: 'Accept-Language',
  });
  response.status(status).type('html').send(renderPage(page, frame));
}

function isVisit({ method, headers }: Request): boolean {
  const purpose = headers['sec-purpose'] ?? headers.purpose;
  return method === 'GET' && purpose === undefined && !robots.test(headers['user-agent'] ?? '');
}

/** Values from the address. Nobody else may choose files or agree. */
function prefilled({ rules }: ShownForm, { originalUrl }: Request): Record<string, string[]> {
  const start = originalUrl.indexOf('?');
  const query = new URLSearchParams(start === -1 ? '' : originalUrl.slice(start));
  const typed: Record<string, string[]> = Object.create(null);
  for (const { name, type } of rules?.fields ?? []) {
    if (type === 'file' || type === 'consent') continue;
    typed[name] = query.getAll(name).map((value) => value.slice(0, prefilledMax).toWellFormed());
  }
  return typed;
}
