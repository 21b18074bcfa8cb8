import type { Change } from '@inlet/contracts/changes';
import { expect, it } from 'vitest';
import { CliError } from '#cli-error.ts';
import { type Api, createApi } from '#connection/api.ts';
import { followForm } from '#feed/follow-form.ts';

const formId = '0195c2e4-7a7b-7c1e-9a51-0d6f4c1f9b2f';
const change: Change = {
  ...{ cursor: 'first', type: 'deleted', formId, submissionId: formId },
  ...{ at: '2026-11-29T12:00:00.000Z', submission: null },
};

/** An installation with one change, whose stream breaks off; then the form is gone. */
function createGone() {
  const streams: ReadableStreamDefaultController<Uint8Array>[] = [];
  const open: Api['open'] = async (id) => {
    if (id === 'readChanges') {
      return new Response(
        [change, { cursor: 'end', type: 'end', isComplete: true }].map((line) => JSON.stringify(line)).join('\n'),
      );
    }
    if (streams.length > 0) throw new CliError('Form not found', { next: 'Look for it.', code: 'not_found' });
    return new Response(
      new ReadableStream<Uint8Array>({
        start: (controller) => {
          streams.push(controller);
          controller.enqueue(new TextEncoder().encode(': open\n\n'));
        },
      }),
    );
  };
  return {
    api: { ...createApi({ url: 'https://inlet.test', key: null }), open },
    breakOff: () => streams[0]?.error(new Error('reset')),
  };
}

it('ends when the form is deleted, also while a change cannot be handed over', async () => {
  const { api, breakOff } = createGone();
  const taken: string[] = [];
  const none = () => undefined;
  const following = followForm({
    ...{ api, formId, after: 'now', signal: new AbortController().signal },
    ...{ onReady: none, onLost: none, onBack: none },
    take: ({ cursor }, signal) =>
      new Promise((_resolve, reject) => {
        taken.push(cursor);
        signal.addEventListener('abort', () => reject(signal.reason));
        breakOff();
      }),
  });
  await expect(following).rejects.toMatchObject({ code: 'not_found' });
  expect(taken).toEqual(['first']);
});
