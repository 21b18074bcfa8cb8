import { expect, it } from 'vitest';
import { isOfMovingSlot, isOnAnotherNode } from '#refused-by-cluster.ts';

/** An error of Redis with the name that its client uses. */
const answered = (message: string) => Object.assign(new Error(message), { name: 'ReplyError' });

it.each(['MOVED 3999 10.0.0.2:6379', 'CLUSTERDOWN The cluster is down'])(
  'another node may be the master of the slot after: %s',
  (message) => {
    expect(isOnAnotherNode(answered(message))).toBe(true);
    expect(isOfMovingSlot(answered(message))).toBe(false);
  },
);

it.each(['ASK 3999 10.0.0.2:6379', 'TRYAGAIN Multiple keys request during rehashing of slot'])(
  'the slot is moving after: %s',
  (message) => {
    expect(isOfMovingSlot(answered(message))).toBe(true);
    expect(isOnAnotherNode(answered(message))).toBe(false);
  },
);

it.each([
  answered("CROSSSLOT Keys in request don't hash to the same slot"),
  answered("READONLY You can't write against a read only replica."),
  new Error('MOVED 3999 10.0.0.2:6379'),
  new Error('ASK 3999 10.0.0.2:6379'),
])('a cluster did not refuse with: %s', (error) => {
  expect(isOnAnotherNode(error)).toBe(false);
  expect(isOfMovingSlot(error)).toBe(false);
});
