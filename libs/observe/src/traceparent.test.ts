import { describe, expect, it } from 'vitest';
import { formatTraceparent, parseTraceparent } from '#traceparent.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const spanId = 'b7ad6b7169203331';

describe('a traceparent', () => {
  it('is read as it was written', () => {
    const text = formatTraceparent({ traceId, spanId, traceFlags: 1 });
    expect(text).toBe(`00-${traceId}-${spanId}-01`);
    expect(parseTraceparent(text)).toEqual({ traceId, spanId, traceFlags: 1, isRemote: true });
  });

  it('may be of a later version with more parts', () => {
    expect(parseTraceparent(`01-${traceId}-${spanId}-03-more`)).toMatchObject({ traceId, traceFlags: 1 });
  });

  it.each([
    undefined,
    '',
    'nonsense',
    `ff-${traceId}-${spanId}-01`,
    `00-${'0'.repeat(32)}-${spanId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `00-${traceId.toUpperCase()}-${spanId}-01`,
    [`00-${traceId}-${spanId}-01`],
  ])('that is %j is none', (text) => {
    expect(parseTraceparent(text)).toBeUndefined();
  });
});
