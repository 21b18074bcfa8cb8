import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { expect, it } from 'vitest';
import { fieldsOf, fieldsOfJson } from '#submit/read-fields.ts';

it('reads texts, JSON values and repeated names', async () => {
  const args = ['email=ada@example.com', 'note=a=b:=c', 'age:=36', 'tags:=["x"]', 'day=mon', 'day=tue', 'empty='];
  expect(await fieldsOf(args)).toEqual({
    ...{ email: 'ada@example.com', note: 'a=b:=c', age: 36, tags: ['x'] },
    ...{ day: ['mon', 'tue'], empty: '' },
  });
});

it('sends a form where a file is attached', async () => {
  const file = join(await createDisposableFolder(), 'cv.txt');
  await writeFile(file, 'Ada');
  const form = await fieldsOf(['name=Ada', `cv=@${file}`]);
  if (!(form instanceof FormData)) throw new Error('It is no form.');
  expect(form.get('name')).toBe('Ada');
  const cv = form.get('cv') as File;
  expect([cv.name, await cv.text()]).toEqual(['cv.txt', 'Ada']);
  await expect(fieldsOf(['age:=36', `cv=@${file}`])).rejects.toMatchObject({ code: 'json_with_files', exitCode: 1 });
});

it.each([
  ['nothing', 'invalid_field'],
  ['=value', 'invalid_field'],
  ['age:=x', 'invalid_field'],
  ['handle=@ada', 'unreadable_file'],
])('refuses the argument %s', async (arg, code) => {
  await expect(fieldsOf([arg])).rejects.toMatchObject({
    code,
    exitCode: 1,
    next: expect.stringMatching(/such as|@ada/),
  });
});

it('takes an object of JSON alone', () => {
  expect(fieldsOfJson('{"a":1}')).toEqual({ a: 1 });
  expect(() => fieldsOfJson('[1]')).toThrow('not an object');
  expect(() => fieldsOfJson('{')).toThrow('not valid JSON');
});
