import { expect, it } from '@jest/globals';
import { parse } from '@xnet/clients/schema/field';
import { IpfsLink } from './ipfsLink';

const link = 'ipfs://QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG';

// @promise T24.1
it('accepts a link to a file and refuses any other', () => {
  expect(IpfsLink.is(link)).toBe(true);
  for (const other of [`${link}/logo.png`, 'https://ipfs.example/logo.png', 1, undefined])
    expect(IpfsLink.is(other)).toBe(false);
  expect(() => parse('logo.png', IpfsLink, 'invalidParams')).toThrow(/[^.]\.$/u);
});
