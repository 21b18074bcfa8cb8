import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { buildUser, subscribed } from '#features/billing/billing.test-setup.ts';
import { refusal, renderApp } from '#lib/app.test-setup.tsx';
import { DevicePage } from '#routes/app/device-page.tsx';

const device = '/api/v1/me/devices/BCDF-GHJK';
const done = () => new Response(null, { status: 204 });
const request = () => ({
  userCode: 'BCDF-GHJK',
  name: 'anns-laptop',
  address: '203.0.113.7',
  createdAt: new Date().toISOString(),
  expiresAt: new Date(Date.now() + 600_000).toISOString(),
});
const member = buildUser(subscribed);
const workspaces = [
  { id: member.id, name: 'Agency', role: 'owner' },
  { id: 'w-2', name: 'Museum', role: 'editor' },
];

function setUp({ path = '/device?code=BCDF-GHJK', answers = {}, user = {} } = {}) {
  return renderApp({
    path,
    element: <DevicePage />,
    user: { ...member, workspace: { id: member.id, name: 'Agency' }, ...user },
    answers: {
      '/api/v1/workspaces': { workspaces: workspaces.slice(0, 1) },
      [device]: request,
      [`${device}/approve`]: done,
      [`${device}/deny`]: done,
      ...answers,
    },
  });
}

describe('the page of a machine', () => {
  it('names the machine, the code, the address and the workspace, and says when to deny', async () => {
    await setUp();
    expect(await screen.findByText('BCDF-GHJK')).toBeVisible();
    expect(screen.getByText('anns-laptop')).toBeVisible();
    expect(screen.getByText('just now, from 203.0.113.7')).toBeVisible();
    expect(screen.getByText('Agency')).toBeVisible();
    expect(screen.getByText(/Approve only what you began yourself/)).toBeVisible();
  });

  it('approves with the scope and the lifetime that were chosen', async () => {
    const { sent } = await setUp();
    await userEvent.click(await screen.findByRole('radio', { name: 'Single rights' }));
    await userEvent.click(screen.getByRole('button', { name: 'Approve' }));
    expect(await screen.findByText('Choose what the key may do')).toBeVisible();
    await userEvent.click(screen.getByRole('radio', { name: 'Read only' }));
    await userEvent.selectOptions(screen.getByLabelText('Works for'), 'Until I revoke it');
    await userEvent.click(screen.getByRole('button', { name: 'Approve' }));
    expect(await screen.findByRole('status')).toHaveTextContent('anns-laptop gets its API key within seconds.');
    expect(sent(`${device}/approve`)).toEqual([{ scope: 'read', expiresAt: null }]);
  });

  it('denies, and says so', async () => {
    const { sent } = await setUp();
    await userEvent.click(await screen.findByRole('button', { name: 'Deny' }));
    expect(await screen.findByRole('status')).toHaveTextContent('anns-laptop gets no API key.');
    expect([sent(`${device}/deny`).length, sent(`${device}/approve`).length]).toEqual([1, 0]);
  });

  it('says what was refused, and the request stays', async () => {
    const refused = refusal(409, 'device_code_used', 'This code was answered already.');
    await setUp({ answers: { [`${device}/approve`]: refused } });
    await userEvent.click(await screen.findByRole('button', { name: 'Approve' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('This code was answered already.');
    expect(screen.getByRole('button', { name: 'Deny' })).toBeVisible();
  });

  it('asks for the code, and for another one when nothing waits with it', async () => {
    const unknown = refusal(404, 'device_code_not_found', 'No machine waits with this code.');
    const { address } = await setUp({ path: '/device', answers: { '/api/v1/me/devices/XXXXXXXX': unknown } });
    const field = await screen.findByLabelText('Code');
    await userEvent.type(field, 'BCDF{Enter}');
    expect(field).toHaveAccessibleDescription(/A code has eight letters/);
    await userEvent.clear(field);
    await userEvent.type(field, 'XXXXXXXX{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('No machine waits with this code.');
    await userEvent.click(screen.getByRole('button', { name: 'Enter another code' }));
    await userEvent.type(await screen.findByLabelText('Code'), 'BCDF-GHJK{Enter}');
    expect(await screen.findByText('anns-laptop')).toBeVisible();
    expect(address()).toBe('/device?code=BCDF-GHJK');
  });

  it('is not for an editor, who can open another workspace and come back with the code', async () => {
    const { left, sent } = await setUp({
      user: { role: 'editor' },
      answers: { '/api/v1/workspaces': { workspaces }, '/api/v1/workspaces/w-2/use': { id: 'w-2' } },
    });
    expect(await screen.findByText(/Your role in Agency is editor/)).toBeVisible();
    await userEvent.selectOptions(await screen.findByLabelText('Workspace'), 'Museum');
    await waitFor(() => expect(left).toEqual(['/device?code=BCDF-GHJK']));
    expect(sent(device)).toEqual([]);
  });
});
