import { logRefusal, requestId } from '@inlet/service/http-app';
import { methodNotAllowed, toHttpError } from '@inlet/service/http-error';
import { type ErrorRequestHandler, Router } from 'express';
import { thanksPage } from '#pages/thanks.page.ts';
import { presentFailure } from '#submissions/answers.ts';
import { allowCrossOrigin, answerPreflight } from '#submissions/cors.ts';
import { type SubmitDeps, submitHandler } from '#submissions/submit.handler.ts';

/** Every address of a public endpoint. */
export function createSubmitRouter(deps: SubmitDeps): Router {
  const router = Router();
  router.get('/:endpointId/thanks', thanksPage);
  router.use(allowCrossOrigin);
  router
    .route('/:endpointId')
    .post(submitHandler(deps))
    .options(answerPreflight)
    .all(() => {
      throw methodNotAllowed('POST, OPTIONS');
    });
  router.use(answerFailure(deps));
  return router;
}

function answerFailure({ logger }: SubmitDeps): ErrorRequestHandler {
  return (error, _request, response, next) => {
    const refusal = toHttpError(error);
    logRefusal(logger, requestId(response), refusal, error);
    if (response.headersSent) {
      next(error);
      return;
    }
    if (refusal.details.headers) response.set(refusal.details.headers);
    response.status(refusal.status).json(presentFailure(refusal));
  };
}
