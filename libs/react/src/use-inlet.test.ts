import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createElement as h, StrictMode } from 'react';
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest';
import { accepted, type Endpoint, startEndpoint } from '#endpoint.test-setup.ts';
import { type Inlet, type InletOptions, useInlet } from '#use-inlet.ts';

let endpoint: Endpoint;
/** What the hook returned last. */
let inlet: Inlet;
let consoleError: MockInstance<typeof console.error>;

function Contact({ options }: { readonly options?: InletOptions }) {
  inlet = useInlet(endpoint.url, options);
  return h(
    'form',
    { onSubmit: inlet.onSubmit },
    h('input', { name: 'email', 'aria-label': 'Email' }),
    h('p', { role: 'alert' }, inlet.fieldError('email')),
    h('button', { type: 'submit', name: 'by', value: 'mail', disabled: inlet.state === 'sending' }, 'Send'),
    h('p', { role: 'status' }, inlet.message),
  );
}

beforeEach(async () => {
  consoleError = vi.spyOn(console, 'error');
  endpoint = await startEndpoint();
});
afterEach(() => {
  cleanup();
  const { calls } = consoleError.mock;
  consoleError.mockRestore();
  expect(calls, 'React has warned').toEqual([]);
});

const show = (options: InletOptions = {}) => render(h(StrictMode, null, h(Contact, { options })));
const email = () => screen.getByLabelText<HTMLInputElement>('Email');
const write = (value: string) => fireEvent.change(email(), { target: { value } });
/** As a click on the button does, which a form also understands while the button is disabled. */
const send = () => act(() => email().form?.requestSubmit(screen.getByRole('button')));
const state = (wanted: Inlet['state']) => waitFor(() => expect(inlet.state).toBe(wanted));
const received = (count: number) => waitFor(() => expect(endpoint.received).toHaveLength(count));
const status = () => screen.getByRole('status').textContent;

it('sends the fields of a form, says how it goes, and clears the form', async () => {
  show();
  expect([inlet.state, inlet.message, inlet.errors]).toEqual(['idle', '', []]);
  write('ada@example.com');
  send();
  expect([inlet.state, status()]).toEqual(['sending', 'Sending…']);
  endpoint.answer(200, accepted);
  await state('sent');
  expect([status(), email().value]).toEqual(['Thank you', '']);
  expect(endpoint.received[0]?.body).toBe('email=ada%40example.com&by=mail');
  act(() => inlet.reset());
  expect([inlet.state, status()]).toEqual(['idle', '']);
});

it('shows what is wrong with a field, and keeps what is in the form with its key until it is sent', async () => {
  show();
  write('ada');
  send();
  const errors = [{ field: 'email', code: 'TYPE_EMAIL', message: 'Email must be an address' }];
  endpoint.answer(422, { success: false, error: 'Please correct the form', code: 'invalid_fields', errors });
  await state('refused');
  expect([status(), screen.getByRole('alert').textContent]).toEqual([
    'Please correct the form',
    'Email must be an address',
  ]);
  expect([inlet.fieldError('name'), email().value]).toEqual([undefined, 'ada']);
  for (const value of ['ada@example.com', 'bob@example.com']) {
    write(value);
    send();
    endpoint.answer(200, accepted);
    await state('sent');
  }
  const [refused, sent, next] = endpoint.received.map(({ key }) => key);
  expect(sent).toBe(refused);
  expect(next).not.toBe(sent);
  expect(refused).toMatch(/^[\w-]{8,255}$/);
});

it('sends one submission for a double click', async () => {
  show();
  write('ada@example.com');
  send();
  send();
  endpoint.answer(200, accepted);
  await state('sent');
  expect(endpoint.received).toHaveLength(1);
});

it('sends fields that stand in no form, one after the other', async () => {
  show();
  let outcomes: Promise<unknown[]> | undefined;
  act(() => {
    outcomes = Promise.all([inlet.submit({ page: 1 }), inlet.submit({ page: 2 })]);
  });
  await received(1);
  endpoint.answer(200, accepted);
  await received(2);
  endpoint.answer(403, { success: false, error: 'Origin not allowed', code: 'origin_not_allowed' });
  await act(async () => {
    expect(await outcomes).toMatchObject([
      { state: 'sent', submissionId: 'the-id', next: accepted.next },
      { state: 'refused', code: 'origin_not_allowed', message: 'Origin not allowed' },
    ]);
  });
  expect(endpoint.received.map(({ body }) => JSON.parse(body))).toEqual([{ page: 1 }, { page: 2 }]);
  expect(inlet.state).toBe('refused');
});

it('sends on when its form is gone, and has the texts of the newest options', async () => {
  const { rerender, unmount } = show({ texts: { sent: 'One' } });
  rerender(h(StrictMode, null, h(Contact, { options: { texts: { sending: 'Wait', sent: 'Two' } } })));
  let outcome: Promise<unknown> | undefined;
  act(() => {
    outcome = inlet.submit({ a: 1 });
  });
  await waitFor(() => expect(status()).toBe('Wait'));
  unmount();
  endpoint.answer(200, accepted);
  expect(await outcome).toMatchObject({ state: 'sent', message: 'Two' });
});

it('is idle again when nothing could be sent because of the page itself', async () => {
  show();
  const circle: Record<string, unknown> = {};
  circle.circle = circle;
  await act(() => expect(inlet.submit(circle)).rejects.toThrow(TypeError));
  expect(inlet.state).toBe('idle');
});

it('returns the same functions each time, so an effect may depend on them', async () => {
  show();
  const { onSubmit, submit, reset } = inlet;
  act(() => inlet.reset());
  expect([inlet.onSubmit, inlet.submit, inlet.reset]).toEqual([onSubmit, submit, reset]);
});
