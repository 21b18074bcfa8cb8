import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

/** Whether V8 finds the methods of strings without a dictionary, in a process that has imported this. */
async function isFastAfter(imported: string): Promise<boolean> {
  const program = `await import('${imported}'); console.log(%HasFastProperties(String.prototype));`;
  const flags = ['--allow-natives-syntax', '--input-type=module', '--eval', program];
  const { stdout } = await promisify(execFile)(process.execPath, flags, { cwd: import.meta.dirname });
  return stdout.trim() === 'true';
}

it('keeps the methods of strings fast', async () => {
  expect(await isFastAfter('#create-redis.ts')).toBe(true);
});

it('is needed as long as ioredis extends String', async () => {
  expect(await isFastAfter('ioredis')).toBe(false);
});
