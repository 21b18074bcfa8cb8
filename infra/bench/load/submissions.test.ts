import { describe, expect, it } from 'vitest';
import { fieldsOf, jsonSubmissions, mixedSizes, multipartSubmissions } from '#load/submissions.ts';

describe('submissions', () => {
  it('have exactly the size in JSON that is asked for', () => {
    for (const bytes of [200, 2_000, 8_000]) expect(JSON.stringify(fieldsOf(bytes))).toHaveLength(bytes);
  });

  it('range from 0.2 to 8 kB when they are mixed', () => {
    const sizes = jsonSubmissions(['a'], mixedSizes).bodies.map((body) => body.length);
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
    expect([sizes[0], sizes.at(-1)]).toEqual([200, 8_000]);
  });

  it('go to every form', () => {
    expect(jsonSubmissions(['a', 'b']).paths).toEqual(['/api/forms/a', '/api/forms/b']);
  });

  it('hold the same fields as multipart', async () => {
    const { bodies, headers } = multipartSubmissions(['a']);
    const { 'content-type': contentType = '' } = headers;
    const parsed = await new Response(bodies[0] ?? '', { headers: { 'content-type': contentType } }).formData();
    expect(Object.fromEntries(parsed)).toEqual(fieldsOf(200));
  });
});
