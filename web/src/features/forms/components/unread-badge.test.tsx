import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { UnreadBadge } from '#features/forms/components/unread-badge.tsx';

it.each([
  [undefined, ''],
  [0, ''],
  [1, '1 unread'],
  [99, '99 unread'],
  [100, '99+ unread'],
])('says of %s unread submissions: “%s”', (unread, words) => {
  expect(render(<UnreadBadge unread={unread} />).container).toHaveTextContent(words === '' ? /^$/ : words);
});
