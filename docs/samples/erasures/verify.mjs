// node verify.mjs receipt.jws keys.json
import { createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';

const [receipt, keys] = process.argv.slice(2).map((path) => readFileSync(path, 'utf8').trim());
const [header, claims, signature] = receipt.split('.');
const read = (part) => JSON.parse(Buffer.from(part, 'base64url').toString());
const jwk = JSON.parse(keys).keys.find(({ kid }) => kid === read(header).kid);
const isGenuine =
  jwk !== undefined &&
  verify(
    null,
    Buffer.from(`${header}.${claims}`),
    createPublicKey({ key: jwk, format: 'jwk' }),
    Buffer.from(signature, 'base64url'),
  );
if (!isGenuine) throw new Error('These keys have not signed this receipt');
process.stdout.write(`${JSON.stringify(read(claims), null, 2)}\n`);
