import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { base36 } from 'multiformats/bases/base36';
import { base58btc } from 'multiformats/bases/base58';
import { CID } from 'multiformats/cid';
import { create } from 'multiformats/hashes/digest';
import { parseFileLink } from './link';

const [RAW, DAG_PB, SHA256] = [0x55, 0x70, 0x12] as const;
const zero = create(SHA256, new Uint8Array(32));
const v1 = CID.createV1(RAW, zero);

describe('parseFileLink', () => {
  it('reads every identifier of a file by its SHA-256 as its makers write it', () => {
    const digests = fc.uint8Array({ minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(digests, (bytes) => {
        const digest = create(SHA256, Uint8Array.from(bytes));
        const hex = Buffer.from(bytes).toString('hex');
        for (const [cid, isRaw] of [
          [CID.createV0(digest), false],
          [CID.createV1(DAG_PB, digest), false],
          [CID.createV1(RAW, digest), true],
        ] as const)
          expect(parseFileLink(`ipfs://${cid}`)).toEqual({
            cid: cid.toString(),
            isRaw,
            digest: hex,
          });
      }),
      { numRuns: 500 },
    );
  });

  // @promise T24.1
  it.each([
    ['an address of the web', `https://ipfs.example/ipfs/${v1}`],
    ['an address without TLS', 'http://dapp.example/logo.png'],
    ['a picture in the address', 'data:image/png;base64,iVBORw0KGgo='],
    ['an identifier alone', v1.toString()],
    ['a text before it', `x ipfs://${v1}`],
    ['a path behind it', `ipfs://${v1}/logo.png`],
    ['a query behind it', `ipfs://${v1}?x=1`],
    ['a line behind it', `ipfs://${v1}\n`],
    ['a gateway’s form', `ipfs://ipfs/${v1}`],
    [
      'a name that changes',
      'ipns://k51qzi5uqu5dlvj2baxnqndepeb86cbk3ng7n3i46uzyxzyqj2xjonzllnv0v8',
    ],
    ['capital letters', `ipfs://${v1.toString().toUpperCase()}`],
    ['base 58 of version 1', `ipfs://${v1.toString(base58btc)}`],
    ['base 36', `ipfs://${v1.toString(base36)}`],
    ['another hash', `ipfs://${CID.createV1(RAW, create(0x1b, new Uint8Array(32)))}`],
    ['a shorter hash', `ipfs://${CID.createV1(RAW, create(SHA256, new Uint8Array(20)))}`],
    ['its content in it', `ipfs://${CID.createV1(RAW, create(0, new Uint8Array(8)))}`],
    ['no file', `ipfs://${CID.createV1(0x71, zero)}`],
    ['too large a number', `ipfs://Qm${'z'.repeat(44)}`],
    ['bits behind its end', `ipfs://${v1.toString().slice(0, -1)}b`],
    ['nothing', ''],
  ])('reads nothing in %s', (_, link) => {
    expect(parseFileLink(link)).toBeUndefined();
  });
});
