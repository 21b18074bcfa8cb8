import type { RequestHandler } from 'express';

/** Seconds for which a browser need not ask again. */
const preflightMaxAgeSeconds = 86_400;

/**
 * Lets every page read the answer. No cookie is ever involved and the form's own rule decides who may submit, so
 * a star gives nothing away, while a page that was refused learns why.
 */
export const allowCrossOrigin: RequestHandler = (_request, response, next) => {
  response.setHeader('access-control-allow-origin', '*');
  next();
};

/** Answers a browser that asks before it sends. */
export const answerPreflight: RequestHandler = (request, response) => {
  const headers = request.headers['access-control-request-headers'];
  response.setHeader('access-control-allow-methods', 'POST');
  if (headers !== undefined) response.setHeader('access-control-allow-headers', headers);
  response.setHeader('access-control-max-age', preflightMaxAgeSeconds);
  response.setHeader('vary', 'access-control-request-headers');
  response.status(204).end();
};
