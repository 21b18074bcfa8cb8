import { expect, it } from 'vitest';
import { lookAtEncryption } from '#doctor/look-at-encryption.ts';

const levelsOf = (DATABASE_URL?: string, REDIS_URL?: string) =>
  lookAtEncryption({ DATABASE_URL, REDIS_URL }).map(({ level, says }) => `${level}: ${says}`);

it('warns of stores on another machine that are asked in plain text', () => {
  expect(levelsOf('postgresql://u:p@db.example.com/inlet', 'redis://:p@10.0.0.7:6379')).toEqual([
    'warning: The connection to PostgreSQL at db.example.com is not encrypted',
    'warning: The connection to Redis at 10.0.0.7 is not encrypted',
  ]);
  expect(levelsOf(undefined, 'redis+sentinel://10.0.0.1,10.0.0.2/inlet')).toHaveLength(1);
  expect(levelsOf(undefined, 'rediss+sentinel://10.0.0.1/inlet')[0]).toMatch(/^fine/);
  expect(levelsOf(undefined, 'redis+cluster://10.0.0.1,10.0.0.2')).toEqual([
    'warning: The connection to Redis at 10.0.0.1, 10.0.0.2 is not encrypted',
  ]);
  expect(levelsOf(undefined, 'rediss+cluster://10.0.0.1')[0]).toMatch(/^fine/);
  expect(levelsOf('postgresql://u:p@[fd00::1]/inlet?sslmode=disable')).toHaveLength(1);
  expect(levelsOf('postgresql://u:p@db1.example.com:1,db2.example.com:2/inlet')).toEqual([
    'warning: The connection to PostgreSQL at db1.example.com, db2.example.com is not encrypted',
  ]);
  expect(levelsOf('postgresql://db.example.com/inlet?sslmode=verify-full', 'rediss://redis.example.com')).toEqual([
    'fine: The connection to PostgreSQL at db.example.com is encrypted',
    'fine: The connection to Redis at redis.example.com is encrypted',
  ]);
});

it('looks at the replica too', () => {
  const found = lookAtEncryption({ REPLICA_DATABASE_URL: 'postgresql://u:p@replica.example.com/inlet' });
  expect(found.map(({ says }) => says)).toEqual([
    'The connection to the replica of PostgreSQL at replica.example.com is not encrypted',
  ]);
});

it('says nothing of this machine, and of containers and pods beside ours', () => {
  expect(levelsOf('postgresql://127.0.0.1:5432/inlet', 'redis://[::1]:6379')).toEqual([]);
  expect(levelsOf('postgresql://inlet:p@postgres:5432/inlet', 'redis://localhost:6379')).toEqual([]);
  expect(levelsOf()).toEqual([]);
});
