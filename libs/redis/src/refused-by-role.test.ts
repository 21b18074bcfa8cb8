import { expect, it } from 'vitest';
import { isRefusedByRole } from '#refused-by-role.ts';

/** An error of Redis with the name that its client uses. */
const answered = (message: string) => Object.assign(new Error(message), { name: 'ReplyError' });

it.each([
  "READONLY You can't write against a read only replica.",
  'LOADING Redis is loading the dataset in memory',
  "MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.",
  'UNBLOCKED force unblock from blocking operation, instance state changed (master -> replica?)',
  "EXECABORT Transaction discarded because of: READONLY You can't write against a read only replica.",
  "READONLY You can't write against a read only replica. script: 5a3c, on @user_script:1.",
])('a server that is no primary, or not yet, refuses for its role: %s', (message) => {
  expect(isRefusedByRole(answered(message))).toBe(true);
});

it.each([
  answered("OOM command not allowed when used memory > 'maxmemory'."),
  answered('NOREPLICAS Not enough good replicas to write.'),
  answered('NOSCRIPT No matching script. Please use EVAL.'),
  new Error('Connection is closed.'),
  new Error('LOADING'),
])('another connection would not help after: %s', (error) => {
  expect(isRefusedByRole(error)).toBe(false);
});
