import { act, renderHook } from '@testing-library/react';
import { type FormEvent, useState } from 'react';
import { expect, it } from 'vitest';
import { useSettingsForm } from '#lib/use-settings-form.ts';

const submit = { preventDefault: () => undefined } as FormEvent;

it('what is typed while the settings are saved stays, and is not called saved', () => {
  const { result, answer } = setUp({ name: 'Ada', words: 'Hello' });
  act(() => result.current.change({ name: 'Grace', words: 'Good day' }));
  act(() => result.current.form.onSubmit(submit));
  act(() => result.current.change({ words: 'Good day, everybody' }));
  act(answer);
  expect(result.current.draft).toEqual({ name: 'Grace', words: 'Good day, everybody' });
  expect(result.current.saveBar).toMatchObject({ isSaved: false, isUnsaved: true });
  act(() => result.current.form.onSubmit(submit));
  act(answer);
  expect(result.current.saveBar).toMatchObject({ isSaved: true, isUnsaved: false });
});

it('a saved field follows the stored value', () => {
  const { result, answer } = setUp({ name: 'Ada', words: 'Hello' });
  act(() => result.current.change({ name: ' Grace ' }));
  act(() => result.current.form.onSubmit(submit));
  act(answer);
  expect(result.current.draft.name).toBe('Grace');
});

/** A form whose service removes the spaces around texts, and responds when the test calls `answer`. */
function setUp(initial: { readonly name: string; readonly words: string }) {
  let answer = () => {};
  const { result } = renderHook(() => {
    const [stored, setStored] = useState(initial);
    const [isSuccess, setIsSuccess] = useState(false);
    return useSettingsForm({
      stored,
      toBody: (draft: typeof initial) => draft,
      check: () => ({}),
      refusedFields: () => ({}),
      update: {
        mutate: ({ name, words }, { onSuccess }) => {
          answer = () => {
            setStored({ name: name.trim(), words: words.trim() });
            setIsSuccess(true);
            onSuccess();
          };
        },
        isPending: false,
        isSuccess,
        error: null,
      },
    });
  });
  return { result, answer: () => answer() };
}
