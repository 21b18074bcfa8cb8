import { describe, expect, expectTypeOf, it } from 'vitest';
import { type AnswerOf, type CallOf, targetOf } from '#api/call.ts';
import type { Catalogue } from '#api/catalogue.ts';
import type { Form } from '#forms/forms.ts';

describe('where a call goes', () => {
  it('is the address of its route, with the names in the path and the query filled in', () => {
    expect(targetOf('listForms')).toEqual({ method: 'GET', url: '/api/v1/forms' });
    expect(targetOf('updateSubmission', { path: { id: 'a', sid: 'b' } })).toEqual({
      method: 'PATCH',
      url: '/api/v1/forms/a/submissions/b',
    });
    const query = { q: 'a&b', spam: true, limit: 5, cursor: undefined };
    expect(targetOf('listSubmissions', { path: { id: 'a' }, query }).url).toBe(
      '/api/v1/forms/a/submissions?q=a%26b&spam=true&limit=5',
    );
  });

  it('cannot be redirected by the text of a name', () => {
    expect(targetOf('readForm', { path: { id: '../me?x=$&' } }).url).toBe('/api/v1/forms/..%2Fme%3Fx%3D%24%26');
    for (const id of ['.', '..']) expect(() => targetOf('readForm', { path: { id } })).toThrow('is not an id');
    expect(targetOf('readForm', { path: { id: '...' } }).url).toBe('/api/v1/forms/...');
  });
});

it('is typed by the declaration of its route', () => {
  expectTypeOf<CallOf<'readForm'>['path']>().toEqualTypeOf<Readonly<Record<'id', string>>>();
  expectTypeOf<CallOf<'readForm'>['body']>().toEqualTypeOf<undefined>();
  expectTypeOf<CallOf<'createForm'>['body']>().toExtend<{ name: string; allowedOrigins: string[] }>();
  expectTypeOf<AnswerOf<Catalogue['createForm']>>().toEqualTypeOf<Form>();
  expectTypeOf<AnswerOf<Catalogue['deleteForm']>>().toEqualTypeOf<null>();
});
