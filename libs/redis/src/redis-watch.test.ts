import { describe, expect, it } from 'vitest';
import { replicasOnline, shareUsed } from '#redis-watch.ts';

describe('the share of its memory that Redis uses', () => {
  it.each([
    ['half', '# Memory\r\nused_memory:500\r\nused_memory_rss:900\r\nmaxmemory:1000\r\nmaxmemory_human:1K\r\n', 0.5],
    ['nothing where there is no limit', '# Memory\r\nused_memory:500\r\nmaxmemory:0\r\n', 0],
    ['nothing where Redis does not say', '', 0],
  ])('is %s', (_what, info, share) => {
    expect(shareUsed(info)).toBe(share);
  });
});

describe('the replicas that follow Redis', () => {
  it('are those that are online; one that is still being filled is none', () => {
    const info = [
      '# Replication',
      'role:master',
      'connected_slaves:3',
      'slave0:ip=10.0.0.1,port=6379,state=online,offset=14,lag=1',
      'slave1:ip=10.0.0.2,port=6379,state=wait_bgsave,offset=0,lag=0',
      'slave2:ip=10.0.0.3,port=6379,state=online,offset=14,lag=0',
      'master_replid:online',
      '',
    ].join('\r\n');
    expect(replicasOnline(info)).toBe(2);
    expect(replicasOnline('# Replication\r\nrole:master\r\nconnected_slaves:0\r\n')).toBe(0);
  });
});
