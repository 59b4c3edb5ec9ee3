import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A DER value (X.690): tag, length, content. */
const der = (tag: number, ...content: readonly Uint8Array[]): Buffer => {
  const bytes = Buffer.concat(content);
  const { length } = bytes;
  const long = [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.of(tag, ...(length < 128 ? [length] : long)), bytes]);
};
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const sequence = (...content: readonly Uint8Array[]): Buffer => der(0x30, ...content);
const utcTime = (ms: number): Buffer =>
  der(0x17, Buffer.from(`${new Date(ms).toISOString().slice(2, 19).replace(/[-T:]/g, '')}Z`));
const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));
const commonName = oid('550403');
const subjectAltName = oid('551d11');

/** A self-signed certificate for a DNS name (RFC 5280), valid for two days. */
export const selfSigned = (name: string): { key: string; cert: string } => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const subject = sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from(name)))));
  const names = der(0x04, sequence(der(0x82, Buffer.from(name))));
  const signed = sequence(
    der(0xa0, der(0x02, Buffer.of(2))), // version 3
    der(0x02, Buffer.of(1), randomBytes(8)),
    ecdsaWithSha256,
    subject,
    sequence(utcTime(Date.now() - 86_400_000), utcTime(Date.now() + 86_400_000)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(subjectAltName, names))),
  );
  const signature = sign('sha256', signed, privateKey);
  const whole = sequence(signed, ecdsaWithSha256, der(0x03, Buffer.of(0), signature));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${whole.toString('base64')}\n-----END CERTIFICATE-----\n`,
  };
};
