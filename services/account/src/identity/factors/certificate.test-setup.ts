import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

const [integer, bitString, objectId, utf8, utcTime, sequence, set, version] = [
  0x02, 0x03, 0x06, 0x0c, 0x17, 0x30, 0x31, 0xa0,
];
const ecdsaWithSha256 = Buffer.from('2a8648ce3d040302', 'hex');
const commonName = Buffer.from('550403', 'hex');

/** A value in DER, with its length before it. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.of(tag, length), content]);
  const size = length < 0x1_00 ? Buffer.of(0x81, length) : Buffer.of(0x82, length >> 8, length & 0xff);
  return Buffer.concat([Buffer.of(tag), size, content]);
}

interface TestCertificate {
  readonly bytes: Buffer;
  readonly key: KeyObject;
}

/** A certificate of the maker of an authenticator, signed by itself. */
export function createCertificate(): TestCertificate {
  const { privateKey: key, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = der(sequence, der(objectId, ecdsaWithSha256));
  const name = der(sequence, der(set, der(sequence, der(objectId, commonName), der(utf8, Buffer.from('A maker')))));
  const validity = der(sequence, ...['200101000000Z', '490101000000Z'].map((at) => der(utcTime, Buffer.from(at))));
  const content = der(
    sequence,
    der(version, der(integer, Buffer.of(2))),
    der(integer, Buffer.of(1)),
    algorithm,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = Buffer.concat([Buffer.of(0), sign('sha256', content, key)]);
  return { bytes: der(sequence, content, algorithm, der(bitString, signature)), key };
}
