import { partTokens, siteTokens } from '@inlet/contracts/site';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Dpa } from '#features/legal/components/dpa.tsx';
import { Privacy } from '#features/legal/components/privacy.tsx';
import { Terms } from '#features/legal/components/terms.tsx';
import { SiteProvider } from '#lib/site.tsx';

const { start, end } = partTokens('IDLE_ACCOUNTS');

it.each([
  ['terms', Terms, 1],
  ['privacy policy', Privacy, 2],
  ['data processing agreement', Dpa, 1],
] as const)('the %s speaks of the end of idle accounts between the marks for it alone', (_page, Page, count) => {
  for (const sellsPlans of [true, false]) {
    const html = renderToStaticMarkup(
      <SiteProvider site={{ ...siteTokens, sellsPlans }}>
        <Page />
      </SiteProvider>,
    );
    const [first = '', ...marked] = html.split(start);
    const inside = marked.map((part) => part.split(end));
    expect(inside.map((parts) => parts.length)).toEqual(Array(count).fill(2));
    const elsewhere = [first, ...inside.map(([, rest = '']) => rest)].join('');
    expect(elsewhere).not.toMatch(/12 months|use of an API key/);
    expect(inside.some(([part = '']) => part.includes('12 months'))).toBe(true);
    if (!sellsPlans) expect(inside.join('')).not.toContain('subscription');
  }
});
