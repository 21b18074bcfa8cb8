import { normaliseOrigin } from '@inlet/contracts/origins';

/** The origin of a pasted page address, as in `https://example.com/contact`; any other text as it is. */
export function cutToOrigin(typed: string): string {
  const text = typed.trim();
  const [, origin = ''] = /^(https?:\/\/[^/?#\s]+)[/?#]/i.exec(text) ?? [];
  return (origin && normaliseOrigin(origin)) || typed;
}
