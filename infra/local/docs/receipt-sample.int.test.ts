import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { receiptKeys, signReceipt } from '@inlet/erasure/receipts';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { expect, it } from 'vitest';
import { projectRoot } from '#config/config.ts';

const program = join(projectRoot, 'docs/samples/erasures/verify.mjs');
const secrets = ['the first secret of this installation', 'an older secret of it'] as const;
const [first, older] = secrets;
const claims = { erasure: '0198c9f4-8a7b-7c3e-9a0f-3f2b1c4d5e6f', counts: { submissions: 12 } };
const receipt = signReceipt([first], claims);
const [header = '', , signature = ''] = receipt.split('.');
const forged = [header, encode({ ...claims, counts: { submissions: 0 } }), signature].join('.');

it.each([
  ['signed', receipt, true],
  ['signed before the secret was replaced', signReceipt([older], claims), true],
  ['signed by somebody else', signReceipt(['the secret of a stranger'], claims), false],
  ['with other counts', forged, false],
  ['without a signature', `${receipt.slice(0, receipt.lastIndexOf('.'))}.`, false],
])('the program of the documentation knows a receipt that is %s', async (_, text, isGenuine) => {
  const folder = await createDisposableFolder();
  const [receiptFile, keysFile] = [join(folder, 'receipt.jws'), join(folder, 'keys.json')];
  writeFileSync(receiptFile, `${text}\n`);
  writeFileSync(keysFile, JSON.stringify({ keys: receiptKeys([...secrets]) }));
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, receiptFile, keysFile], {
    encoding: 'utf8',
  });
  expect(status === 0).toBe(isGenuine);
  if (isGenuine) expect(stdout).toContain('"submissions": 12');
  else expect(stderr).toContain('These keys have not signed this receipt');
});

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
