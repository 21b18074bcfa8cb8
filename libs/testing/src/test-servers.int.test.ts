import { withAdmin } from '@inlet/local-servers/admin-database';
import { expect, inject, it } from 'vitest';
import { startTestServers } from '#test-servers.ts';

it('uses the servers that are given, and leaves them running', async () => {
  const [databaseUrl, redisUrl] = [inject('adminDatabaseUrl'), inject('redisUrl')];
  const servers = await startTestServers({ databaseUrl, redisUrl, dockerHost: undefined }, () => {});
  expect(servers).toMatchObject({ databaseUrl, redisUrl });
  await servers.stop();
  expect(await withAdmin(databaseUrl, async () => 'still there')).toBe('still there');
});
