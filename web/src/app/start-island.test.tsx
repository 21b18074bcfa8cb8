import { siteTokens } from '@inlet/contracts/site';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { islands } from '#app/islands.ts';
import { startIsland } from '#app/start-island.tsx';
import type { IslandName } from '#components/site/island.tsx';
import { renderPublicPage } from '#prerender.tsx';

it.each([
  ['/', 'demo'],
  ['/docs/spam', 'docs-search'],
] as const)('what the build wrote on %s is what React expects of %s', async (path, name) => {
  const written = await open(path, name);
  const before = written.innerHTML;
  await startIsland(written, await islands[name]());
  // Any message of React on the console fails the test.
  expect(written.innerHTML).toBe(before);
});

it('keeps text that was typed before React took over', async () => {
  const island = await open('/', 'demo');
  await userEvent.type(screen.getByLabelText('Name'), 'Ada');
  await startIsland(island, await islands.demo());
  expect(screen.getByLabelText('Name')).toHaveValue('Ada');
  await userEvent.type(screen.getByLabelText('Email'), 'ada@example.com{Enter}');
  expect(await screen.findByText('Just now')).toBeInTheDocument();
});

it('an island for members is empty until React renders it', async () => {
  const island = await open('/pricing', 'member-offer');
  expect(island.innerHTML).toBe('');
  await startIsland(island, () => <p>Claim Your Spot</p>);
  expect(island).toHaveTextContent('Claim Your Spot');
});

async function open(path: string, name: IslandName): Promise<HTMLElement> {
  const page = await renderPublicPage(path);
  document.body.innerHTML = page?.content ?? '';
  expect(document.body.innerHTML).toContain(path === '/' ? siteTokens.publicUrl : 'Inlet');
  const island = document.querySelector<HTMLElement>(`[data-island="${name}"]`);
  if (!island) throw new Error(`${path} has no ${name}`);
  return island;
}
