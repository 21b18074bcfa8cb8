import type { Transport } from '#sending/post.ts';

/** Sends like `fetch`, which does not tell how much of a body is sent. */
export function uploadWith(onProgress: (share: number) => void): Transport {
  return (endpoint, { headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open('POST', endpoint);
      for (const name in headers) request.setRequestHeader(name, headers[name] as string);
      request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total);
      request.onload = () => resolve(new Response(request.response, request));
      request.onloadend = reject;
      signal.onabort = () => request.abort();
      request.send(body);
    });
}
