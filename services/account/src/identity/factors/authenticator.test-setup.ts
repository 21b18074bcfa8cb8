import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { createCertificate } from '#identity/factors/certificate.test-setup.ts';

type CborMap = Map<string | number, unknown>;

interface Options {
  readonly challenge: string;
}

/** What an authenticator of a liar does otherwise. */
export interface Lies {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly counter?: number;
  readonly type?: string;
  /** Whether the person was verified. */
  readonly isVerified?: boolean;
  /** `fido-u2f` has the certificate of a maker that is right in every part. */
  readonly format?: 'none' | 'packed' | 'certified' | 'fido-u2f';
  readonly userHandle?: string;
  /** Signs with another key. */
  readonly key?: KeyObject;
}

export interface Authenticator {
  readonly credentialId: string;
  /** As `navigator.credentials.create()`. */
  readonly create: (options: Options, lies?: Lies) => object;
  /** As `navigator.credentials.get()`. */
  readonly get: (options: Options, lies?: Lies) => object;
}

const userPresent = 0x01;
const userVerified = 0x04;
const hasCredential = 0x40;
const es256 = -7;

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const text = (data: Uint8Array) => Buffer.from(data).toString('base64url');

/** An authenticator and its browser in one, with one ES256 credential and a counter that grows. */
export function createAuthenticator({
  origin,
  rpId,
}: {
  readonly origin: string;
  readonly rpId: string;
}): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  let counter = 0;

  const clientData = ({ challenge }: Options, type: string, lies: Lies) =>
    Buffer.from(
      JSON.stringify({
        type: lies.type ?? type,
        challenge: lies.challenge ?? challenge,
        origin: lies.origin ?? origin,
      }),
    );

  function authData(lies: Lies, attested: Buffer = Buffer.alloc(0)): Buffer {
    counter += 1;
    const isVerified = lies.isVerified ?? true;
    const flags = userPresent | (isVerified ? userVerified : 0) | (attested.length > 0 ? hasCredential : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(lies.counter ?? counter);
    return Buffer.concat([sha256(lies.rpId ?? rpId), Buffer.of(flags), count, attested]);
  }

  const signatureOf = (data: Buffer, client: Buffer, lies: Lies) =>
    sign('sha256', Buffer.concat([data, sha256(client)]), lies.key ?? privateKey);

  const credential = (response: object) => ({
    id: text(credentialId),
    rawId: text(credentialId),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  });

  return {
    credentialId: text(credentialId),
    create: (options, lies = {}) => {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey(publicKey)]);
      const client = clientData(options, 'webauthn.create', lies);
      const data = authData(lies, attested);
      const { format = 'none' } = lies;
      const statement: CborMap = new Map();
      if (format !== 'none') statement.set('alg', es256).set('sig', signatureOf(data, client, lies));
      if (format === 'certified') statement.set('x5c', [randomBytes(100)]);
      if (format === 'fido-u2f') {
        const { bytes, key } = createCertificate();
        const signed = [Buffer.of(0), sha256(rpId), sha256(client), credentialId, pointOf(publicKey)];
        statement.clear();
        statement.set('sig', new Uint8Array(sign('sha256', Buffer.concat(signed), key)));
        statement.set('x5c', [new Uint8Array(bytes)]);
      }
      const attestation: CborMap = new Map<string, unknown>([
        ['fmt', format === 'certified' ? 'packed' : format],
        ['attStmt', statement],
        ['authData', new Uint8Array(data)],
      ]);
      const attestationObject = text(encode(attestation));
      return credential({ clientDataJSON: text(client), attestationObject, transports: ['internal'] });
    },
    get: (options, lies = {}) => {
      const client = clientData(options, 'webauthn.get', lies);
      const data = authData(lies);
      return credential({
        clientDataJSON: text(client),
        authenticatorData: text(data),
        signature: text(signatureOf(data, client, lies)),
        ...(lies.userHandle !== undefined && { userHandle: lies.userHandle }),
      });
    },
  };
}

/** The point of a key on its curve, as U2F writes it. */
function pointOf(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
}

function coseKey(publicKey: KeyObject): Uint8Array {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const [kty, alg, crv, xLabel, yLabel] = [1, 3, -1, -2, -3];
  const ec2 = 2;
  const p256 = 1;
  const bytes = (value: string) => new Uint8Array(Buffer.from(value, 'base64url'));
  return encode(
    new Map<number, unknown>([
      [kty, ec2],
      [alg, es256],
      [crv, p256],
      [xLabel, bytes(x)],
      [yLabel, bytes(y)],
    ]),
  );
}

function encode(map: CborMap): Uint8Array {
  for (const [key, value] of map) if (Buffer.isBuffer(value)) map.set(key, new Uint8Array(value));
  return isoCBOR.encode(map as never);
}
