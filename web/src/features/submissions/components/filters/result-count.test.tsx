import { parseQuery } from '@inlet/contracts/search-query';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ResultCount } from '#features/submissions/components/filters/result-count.tsx';
import { Highlighted, SearchTerms } from '#features/submissions/components/list/highlighted.tsx';

const complete = { isComplete: true, searchedBack: null, progress: 1 };
const stopped = { isComplete: false, searchedBack: '2026-05-03T12:00:00.000Z', progress: 0.4 };

it.each([
  [{ total: 1, isExact: true, search: complete }, '1 result'],
  [{ total: 1_000, isExact: false, search: complete }, '1,000+ results'],
  [{ total: 3, isExact: false, search: stopped }, '3+ results · Searched back to May 3. Looking further…'],
])('says how many there are, and how far the search has looked: %j', (found, words) => {
  render(<ResultCount found={found} noun="result" />);
  expect(screen.getByRole('status')).toHaveTextContent(words);
});

it('marks what the search has found', () => {
  const { container } = render(
    <SearchTerms value={parseQuery('garcia hello')}>
      <Highlighted text="Hello from José García" />
    </SearchTerms>,
  );
  expect([...container.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['Hello', 'García']);
  expect(container).toHaveTextContent('Hello from José García');
});
