import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ec, typedData as oracle } from 'starknet';
import { NOW, openSponsor, PAYMASTER_KEY } from '../../../test/review/openSponsor';
import {
  type PaymasterServer,
  type Signed,
  startPaymasterServer,
} from '../../../test/review/paymasterServer';
import { chainIds } from '../../schema/primitives';
import { FOREIGN_NONCE } from '../../schema/transaction';
import { knownTokens } from '../../starknet/tokens/erc20';
import { approve } from '../consent/approve';
import { expectedNonce, nextNonce } from '../transactions/nonce';
import { type SponsoredReview, sendSponsored } from './sponsor';

const ETH = knownTokens.ETH.address;
const chainId = chainIds.sepolia;

let server: PaymasterServer;
let relayed: Signed[];
let whenRelayed: () => Promise<void>;
beforeEach(async () => {
  relayed = [];
  whenRelayed = async () => undefined;
  server = await startPaymasterServer({
    key: PAYMASTER_KEY,
    relay: async (signed) => {
      relayed.push(signed);
      await whenRelayed();
      return '0x7e57';
    },
  });
});
afterEach(() => server.stop());

/** Lets the user of the module agree. */
const approved = ({ module }: Awaited<ReturnType<typeof openSponsor>>, review: SponsoredReview) =>
  approve(
    review,
    () => ({
      title: 'x',
      origin: 'https://dapp.example',
      network: 'x',
      warnings: [],
      sections: [],
    }),
    module.dialogs,
  );

describe('what a paymaster is to carry out', () => {
  it('signs the typed data and returns it with the request’s parameters', async () => {
    const opened = await openSponsor(server.url);
    const review = await opened.pay(ETH);
    await expect(sendSponsored(opened.module, await approved(opened, review))).resolves.toBe(
      '0x7e57',
    );
    const [signed] = relayed;
    if (!signed) throw new Error('It was carried out.');
    const { address, publicKey } = review.account;
    expect(signed.user_address).toBe(address);
    const hash = oracle.getMessageHash(
      signed.typed_data as unknown as Parameters<typeof oracle.getMessageHash>[0], // as it is typed there
      address,
    );
    const [r = '', s = ''] = signed.signature;
    const signature = new ec.starkCurve.Signature(BigInt(r), BigInt(s));
    const digits = (felt: string) => BigInt(felt).toString(16).padStart(64, '0');
    // The key is an x coordinate; either point of it counts, as on chain.
    const keys = ['02', '03'].map((parity) => `${parity}${digits(publicKey)}`);
    expect(keys.some((key) => ec.starkCurve.verify(signature, digits(hash), key))).toBe(true);
    expect(server.asked.at(-1)?.params.parameters).toEqual(review.payer.parameters);
  });

  it('records the transaction under the paymaster’s hash, without a nonce of the account', async () => {
    const opened = await openSponsor(server.url);
    const { module, review: own } = opened;
    await sendSponsored(module, await approved(opened, await opened.pay(ETH)));
    const { address } = own.account;
    const records = await module.transactions.recent(chainId, address);
    expect(records).toMatchObject([
      {
        txnHash: '0x7e57',
        txnType: 'invoke',
        senderAddress: address,
        contractAddress: address,
        contractFuncName: '__execute__',
        status: 'RECEIVED',
        timestamp: NOW / 1000,
        nonce: FOREIGN_NONCE,
      },
    ]);
    expect(expectedNonce(records, {})).toBeUndefined();
    expect(nextNonce(4n, records)).toBe(4n);
    await expect(module.transactions.open()).resolves.toHaveLength(1);
  });

  // @promise T14.4
  it('records the message before it leaves, and keeps it whatever hash is reported', async () => {
    const opened = await openSponsor(server.url);
    const { module, review } = opened;
    const alive = () => module.outsideSigned.alive(chainId, review.account.address, NOW / 1000);
    const paid = await opened.pay(ETH);
    let journalled: unknown;
    whenRelayed = async () => {
      journalled = await alive();
    };
    await sendSponsored(module, await approved(opened, paid));
    expect(relayed).toHaveLength(1);
    expect(journalled).toMatchObject([{ hash: paid.payer.hash }]);
    expect(await alive()).toMatchObject([{ hash: paid.payer.hash, sentAs: '0x7e57' }]);
  });

  // @promise T14.4
  it.each<['hang up' | { code: number; message: string }]>([
    ['hang up'],
    [{ code: 156, message: 'An error occurred' }],
  ])(
    'stays in the journal until its time is over if the paymaster returns no hash: %j',
    async (fault) => {
      const opened = await openSponsor(server.url);
      const { module, review } = opened;
      const paid = await opened.pay(ETH);
      const agreed = await approved(opened, paid);
      server.fail(fault);
      await expect(sendSponsored(module, agreed)).rejects.toThrow();
      const before = Number(paid.payer.outside.before);
      const alive = (now: number) =>
        module.outsideSigned.alive(chainId, review.account.address, now);
      expect(await alive(before - 1)).toMatchObject([{ hash: paid.payer.hash, before }]);
      expect(await alive(before)).toEqual([]);
    },
  );

  // @promise T14.4
  it('sends nothing to the paymaster if the journal write fails', async () => {
    const opened = await openSponsor(server.url, {
      border: ({ method, detail }, cross) =>
        method === 'snap_setState' && JSON.stringify(detail).includes('outsideSigned')
          ? Promise.reject(new Error('The storage is full.'))
          : cross(),
    });
    const agreed = await approved(opened, await opened.pay(ETH));
    await expect(sendSponsored(opened.module, agreed)).rejects.toThrow('The storage is full.');
    expect(relayed).toEqual([]);
  });

  it('refuses to sign after the message has expired', async () => {
    let now = NOW;
    const opened = await openSponsor(server.url, { now: () => now });
    const agreed = await approved(opened, await opened.pay(ETH));
    now += 3_600_000;
    await expect(sendSponsored(opened.module, agreed)).rejects.toMatchObject({
      kind: 'paymasterFault',
    });
    expect(relayed).toEqual([]);
  });

  // @promise T23.1
  it('sends to no other paymaster than the one shown', async () => {
    const opened = await openSponsor(server.url);
    const agreed = await approved(opened, await opened.pay(ETH));
    const other = await startPaymasterServer();
    try {
      await opened.module.settings.paymasters.choose(chainId, { url: other.url });
      await expect(sendSponsored(opened.module, agreed)).rejects.toMatchObject({
        kind: 'paymasterFault',
      });
      expect(other.asked).toEqual([]);
    } finally {
      await other.stop();
    }
  });

  it('reports an ambiguous failure when no answer comes, and does not send again', async () => {
    const opened = await openSponsor(server.url);
    const agreed = await approved(opened, await opened.pay(ETH));
    const before = server.asked.length;
    server.fail('hang up');
    await expect(sendSponsored(opened.module, agreed)).rejects.toMatchObject({
      kind: 'nodeUnavailable',
      data: { ambiguous: true },
    });
    expect(server.asked).toHaveLength(before + 1);
  });

  it('leaves no record if the paymaster refuses it', async () => {
    const opened = await openSponsor(server.url);
    const agreed = await approved(opened, await opened.pay(ETH));
    server.fail({ code: 156, message: 'An error occurred', data: { execution_error: 'u256_sub' } });
    await expect(sendSponsored(opened.module, agreed)).rejects.toMatchObject({
      kind: 'transactionReverts',
      data: { nodeCode: 156, reason: expect.stringContaining('u256_sub') },
    });
    await expect(
      opened.module.transactions.recent(chainId, opened.review.account.address),
    ).resolves.toEqual([]);
  });
});
