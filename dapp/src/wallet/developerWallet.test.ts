import { expect, it } from '@jest/globals';
import { fakePage } from '../../../test/wallet/fakePage';
import { developerWallet, hasPublicPhrase } from './developerWallet';

const { info } = fakePage();
/** A wallet that gives this answer to every request. */
const wallet = (rdns: string, request: () => Promise<unknown>) => ({
  ...info,
  rdns,
  provider: { request },
});

it.each<[string, () => Promise<unknown>, boolean]>([
  ['says so', async () => true, true],
  ['says that it is not', async () => false, false],
  ['says nothing of it', async () => null, true],
  ['does not answer', () => Promise.reject(new Error('gone')), true],
])(
  'believes a developer wallet that %s, and assumes a public phrase otherwise',
  async (_, ask, is) => {
    expect(await hasPublicPhrase(wallet(developerWallet, ask))).toBe(is);
  },
);

it('asks no other wallet whether its phrase is public', async () => {
  let isAsked = false;
  const asked = async () => {
    isAsked = true;
    return true;
  };
  expect(await hasPublicPhrase(wallet('org.example.wallet', asked))).toBe(false);
  expect(isAsked).toBe(false);
});
