import Check from 'virtual:lucide/check';
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';

it('an icon is drawn in the size, stroke and color of its place', () => {
  const { container } = render(<Check size={16} strokeWidth={1.75} className="text-muted" />);

  expect(container.innerHTML).toBe(
    '<svg aria-hidden="true" width="16" height="16" viewBox="0 0 24 24" fill="none" stroke="currentColor" ' +
      'stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" class="text-muted">' +
      '<path d="M20 6L9 17l-5-5"></path></svg>',
  );
});

it('an icon that Lucide does not have fails the build', async () => {
  await expect(import('virtual:lucide/unicorn')).rejects.toThrow('Lucide has no icon unicorn');
});
