import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError, type Fetch, failureMessage, NetworkError, requestTimeoutMs, sendJson } from '#lib/http.ts';

afterEach(() => vi.restoreAllMocks());

describe('sendJson', () => {
  it('answers the body of a success', async () => {
    await expect(sendJson(answering(Response.json({ a: 1 })), '/api/x')).resolves.toEqual({ a: 1 });
  });

  it('sends JSON, and lines as they are', async () => {
    const sent: unknown[] = [];
    const fetch: Fetch = async (_path, { body, headers }) => {
      sent.push([body, new Headers(headers).get('content-type')]);
      return Response.json({});
    };
    await sendJson(fetch, '/api/x', { method: 'POST', body: { a: 1 } });
    await sendJson(fetch, '/api/x', { method: 'POST', body: '{"a":1}\n{"a":2}\n' });
    expect(sent).toEqual([
      ['{"a":1}', 'application/json'],
      ['{"a":1}\n{"a":2}\n', 'application/x-ndjson'],
    ]);
  });

  it('keeps the text of numbers that JavaScript cannot hold', async () => {
    const body = '{"data":{"version":1.0,"id":12345678901234567890}}';
    expect(JSON.stringify(await sendJson(answering(new Response(body)), '/api/x'))).toBe(body);
  });

  it('answers null where a success has no body', async () => {
    await expect(sendJson(answering(new Response(null, { status: 204 })), '/api/x')).resolves.toBeNull();
  });

  it("passes on the service's sentence, code and issues when it refuses", async () => {
    const body = { error: 'Not valid', code: 'invalid', issues: [{ field: 'name', message: 'Form name is required' }] };
    const failure = await failureOf(answering(Response.json(body, { status: 422 })));
    expect(failure).toBeInstanceOf(ApiError);
    expect(failure).toMatchObject({ status: 422, code: 'invalid', message: 'Not valid', issues: body.issues });
  });

  it('passes on how long the service asks to wait', async () => {
    const refused = (headers: Record<string, string>) =>
      failureOf(answering(Response.json({ error: 'Busy', code: 'unavailable' }, { status: 503, headers })));
    expect(await refused({ 'retry-after': '2' })).toMatchObject({ retryAfterMs: 2_000 });
    expect(await refused({ 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' })).toMatchObject({ retryAfterMs: null });
    expect(await refused({})).toMatchObject({ retryAfterMs: null });
  });

  it('calls it a network failure when nothing answers, and when a door in between answers in its place', async () => {
    expect(await failureOf(() => Promise.reject(new TypeError('Failed to fetch')))).toBeInstanceOf(NetworkError);
    const badGateway = answering(new Response('<h1>Bad gateway</h1>', { status: 502 }));
    expect(await failureOf(badGateway)).toBeInstanceOf(NetworkError);
  });

  it('calls it a network failure when an answer breaks off', async () => {
    expect(await failureOf(answering(new Response('{"a":')))).toBeInstanceOf(NetworkError);
  });

  it('shows no internals of an answer that it does not understand', async () => {
    const failure = await failureOf(answering(new Response('TypeError at line 7', { status: 500 })));
    expect(failureMessage(failure)).toBe('Something went wrong. Please try again.');
  });

  it('gives up on a request that its caller has cancelled without calling it a network failure', async () => {
    const cancelled = AbortSignal.abort(new Error('cancelled'));
    const fetch: Fetch = (_path, init) => Promise.reject(init.signal?.reason);
    await expect(sendJson(fetch, '/api/x', { signal: cancelled })).rejects.toThrow('cancelled');
  });

  it('calls it a network failure when no answer comes in time', async () => {
    const timeout = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal);
    const failure = failureOf((_path, init) => {
      const answer = Promise.withResolvers<Response>();
      init.signal?.addEventListener('abort', () => answer.reject(init.signal?.reason));
      return answer.promise;
    });
    timeout.abort();
    expect(await failure).toBeInstanceOf(NetworkError);
    expect(AbortSignal.timeout).toHaveBeenCalledWith(requestTimeoutMs);
  });
});

function answering(response: Response): Fetch {
  return () => Promise.resolve(response);
}

async function failureOf(fetch: Fetch): Promise<unknown> {
  return sendJson(fetch, '/api/x').then(
    () => expect.unreachable(),
    (error: unknown) => error,
  );
}
