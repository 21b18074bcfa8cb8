import type { SpamSettings } from '@inlet/contracts/spam';
import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { buildUser, subscribed } from '#features/billing/billing.test-setup.ts';
import { buildForm } from '#features/forms/form.test-setup.ts';
import { refusal, renderApp } from '#lib/app.test-setup.tsx';
import { SpamSettingsPage } from '#routes/form-settings/spam-settings-page.tsx';

it('shows what becomes of which score, and follows the threshold', async () => {
  const { sent } = await open();
  const slider = await screen.findByRole('slider', { name: 'Spam from a score of' });
  expect(slider).toHaveAccessibleDescription(/Below 90%.*99% and more/);
  fireEvent.change(slider, { target: { value: '95' } });
  expect(slider).toHaveAccessibleDescription(/Below 86%.*95% and more/);
  await userEvent.click(screen.getByRole('button', { name: 'Back to 99%' }));
  expect(slider).toHaveValue('99');
  fireEvent.change(slider, { target: { value: '90' } });
  await save();
  expect(sent(path).at(-1)).toEqual({ threshold: 0.9, blockList: [] });
});

it('takes a block list as people paste it, and names an entry that is too short', async () => {
  const { sent } = await open({ blockList: ['casino'] });
  const list = await screen.findByLabelText('Words, email addresses and domains');
  expect(list).toHaveValue('casino');
  await userEvent.type(list, '\nSEO@Agency.example, mailinator.com\n\ncasino\nx');
  await save();
  expect(list).toHaveAccessibleDescription(/“x” must have 2 to 200 characters/);
  expect(list).toHaveFocus();
  expect(sent(path)).toEqual([null]);
  await userEvent.type(list, 'yz');
  await save();
  const blockList = ['casino', 'seo@agency.example', 'mailinator.com', 'xyz'];
  expect(sent(path).at(-1)).toEqual({ threshold: 0.99, blockList });
});

it('says how many marks are missing until the filter judges', async () => {
  await open({ learned: { spam: 12, good: 3, isActive: false } });
  expect(await screen.findByText('Learning', { selector: 'span' })).toBeVisible();
  expect(screen.getByText('Marked as spam').nextElementSibling).toHaveTextContent('12 of 20');
});

it('needs the key of a captcha that is new, and keeps the one that is stored', async () => {
  const { sent } = await open({ captcha: 'turnstile' });
  expect(await screen.findByRole('radio', { name: 'Turnstile' })).toBeChecked();
  expect(screen.getByLabelText('Secret key')).toHaveAttribute('placeholder', 'Stored. Type to replace it.');
  await save();
  expect(sent(path).at(-1)).toEqual({ threshold: 0.99, blockList: [] });
  await userEvent.click(screen.getByRole('radio', { name: 'hCaptcha' }));
  await save();
  expect(screen.getByLabelText('Secret key')).toHaveAccessibleDescription(/Enter the secret key/);
  await userEvent.type(screen.getByLabelText('Secret key'), '0x-a-secret');
  await save();
  expect(sent(path).at(-1)).toMatchObject({ captcha: { provider: 'hcaptcha', secret: '0x-a-secret' } });
});

it('turns checks off', async () => {
  const { sent } = await open({ captcha: 'recaptcha', akismet: true });
  await userEvent.click(await screen.findByRole('radio', { name: 'None' }));
  await userEvent.click(screen.getByRole('switch', { name: 'Akismet is on' }));
  await save();
  expect(sent(path).at(-1)).toMatchObject({ captcha: null, akismet: null });
});

it('needs both parts of Akismet, and shows a refusal beside its field', async () => {
  const { answer } = await open();
  await userEvent.click(await screen.findByRole('switch', { name: 'Akismet is off' }));
  await save();
  expect(screen.getByLabelText('Akismet key')).toHaveFocus();
  expect(screen.getByLabelText('Website')).toHaveAccessibleDescription(/Enter the address of your website/);
  await userEvent.type(screen.getByLabelText('Akismet key'), 'a-long-key');
  await userEvent.type(screen.getByLabelText('Website'), 'https://example.com');
  answer(
    path,
    Response.json(
      { error: 'Invalid', code: 'validation_failed', issues: [{ field: 'akismet.key', message: 'Invalid' }] },
      { status: 422 },
    ),
  );
  await save();
  await expect.poll(() => screen.getByLabelText('Akismet key')).toHaveAccessibleDescription(/Enter the key/);
});

it('a failure is told beside the button', async () => {
  const { answer } = await open();
  await screen.findByRole('slider');
  answer(path, refusal(500, 'internal', 'Server error'));
  await save();
  expect(await screen.findByRole('alert')).toHaveTextContent('Server error');
});

const form = buildForm();
const path = `/api/v1/forms/${form.id}/spam`;

function open(overrides: Partial<SpamSettings> = {}) {
  const settings: SpamSettings = {
    threshold: 0.99,
    blockList: [],
    captcha: null,
    akismet: false,
    learned: { spam: 0, good: 0, isActive: false },
    ...overrides,
  };
  return renderApp({
    user: buildUser(subscribed),
    path: `/forms/${form.id}/settings/spam`,
    pattern: '/forms/:id/settings/spam',
    element: <SpamSettingsPage />,
    answers: { [`/api/v1/forms/${form.id}`]: form, [path]: settings },
  });
}

const save = () => userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
