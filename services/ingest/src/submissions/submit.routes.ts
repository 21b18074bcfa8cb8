import { clientAddress, networkOf } from '@inlet/service/client-address';
import { methodNotAllowed } from '@inlet/service/http-error';
import { type RequestHandler, type Response, Router } from 'express';
import { allowCrossOrigin, answerPreflight } from '#answers/cors.ts';
import { howToUsePage, sendPage, thanksPage } from '#answers/pages.ts';
import { sendRefusal } from '#answers/send-answer.ts';
import { wantsHtml } from '#answers/wants-html.ts';
import type { IngestDeps } from '#deps.ts';
import { type Addressed, submitHandler } from '#submissions/submit.handler.ts';
import { rateLimited } from '#submissions/submit-errors.ts';

const methods = 'POST, OPTIONS';

/** Every address of a public endpoint. */
export function createSubmitRouter(deps: IngestDeps): Router {
  const router = Router();
  router.get('/:endpointId/thanks', (_request, response) => sendPage(response, 200, thanksPage(null, null)));
  router.use(allowCrossOrigin);
  router
    .route('/:endpointId')
    .post(limitRate(deps), submitHandler(deps))
    .options(answerPreflight)
    .get(explainEndpoint(deps))
    .all(() => {
      throw methodNotAllowed(methods);
    });
  router.use(sendRefusal({ logger: deps.logger, note: noteRefusal(deps) }));
  return router;
}

function limitRate({ config, rateLimit }: IngestDeps): RequestHandler {
  const trust = { trustedProxies: config.TRUSTED_PROXIES, gatewayToken: config.INTERNAL_TOKEN };
  return (request, _response, next) => {
    const retryAfterSeconds = rateLimit.take(networkOf(clientAddress(request, trust)));
    if (retryAfterSeconds !== null) throw rateLimited(retryAfterSeconds);
    next();
  };
}

/** Opening the address in a browser is no submission, and no mistake either: it tells what the address is for. */
function explainEndpoint({ config }: IngestDeps): RequestHandler {
  return (request, response) => {
    if (!wantsHtml(request.headers)) throw methodNotAllowed(methods);
    response.set('allow', methods);
    sendPage(response, 405, howToUsePage(`${config.PUBLIC_URL}/f/${String(request.params.endpointId)}`));
  };
}

function noteRefusal({ refusals }: IngestDeps) {
  return (response: Response, code: string): void => {
    const addressed = response.locals.addressed as Addressed | undefined;
    if (addressed) refusals.note(addressed.formId, code, addressed.origin);
  };
}
