import type { Transport } from '#sending/post.ts';

/** An option `transport` that tells which share of a submission is sent, from 0 to 1. Node cannot tell. */
export function withProgress(onProgress: (share: number) => void): Transport {
  if (!globalThis.XMLHttpRequest) return fetch;
  return (endpoint, { headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open('POST', endpoint);
      for (const name in headers) request.setRequestHeader(name, headers[name] as string);
      request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total);
      request.onload = () => {
        const { status } = request;
        // Asking for a single header that the service does not expose would write an error into the console.
        const [, retryAfter = ''] = /^retry-after: (.+)$/m.exec(request.getAllResponseHeaders()) ?? [];
        resolve(new Response(request.response, { status, headers: { 'retry-after': retryAfter } }));
      };
      request.onloadend = reject;
      signal.onabort = () => request.abort();
      request.send(body);
    });
}
