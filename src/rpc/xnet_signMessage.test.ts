import { describe, expect, it } from '@jest/globals';
import { ec, typedData as oracle, type TypedData } from 'starknet';
import { outsideMessage } from '../../test/messages/outsideExecution';
import { sessionMessage } from '../../test/messages/sessionMessage';
import { getText } from '../../test/node/readDialog';
import vectors from '../../test/vectors/accounts.json';
import { openModule } from '../../test/wallet/openModule';
import { chainIds } from '../schema/primitives';
import { verifyHash } from '../starknet/accounts/keys';

const account = vectors.accounts[0] as (typeof vectors.accounts)[number];
const domainType = ['name', 'version', 'chainId', 'revision'].map((name) => ({
  name,
  type: 'shortstring',
}));
const message = (chainId: string): TypedData => ({
  types: { StarknetDomain: domainType, Order: [{ name: 'amount', type: 'u256' }] },
  primaryType: 'Order',
  domain: { name: 'Shop', version: '1', chainId, revision: '1' },
  message: { amount: { low: '0x10', high: '0x1' } },
});

async function opened(user: () => boolean = () => true) {
  let agrees: () => boolean = () => true;
  const module = openModule({ user: () => agrees() });
  await module.invoke('xnet_createAccount', {});
  agrees = user;
  return module;
}
const params = { typedDataMessage: message('SN_SEPOLIA'), signerAddress: account.argent040 };

describe('xnet_signMessage', () => {
  // @row xnet_signMessage
  it('signs the hash that another implementation computes, with the key of the account', async () => {
    const { invoke } = await opened();
    const hash = oracle.getMessageHash(message('SN_SEPOLIA'), account.argent040);
    const { r, s } = ec.starkCurve.sign(hash, String(account.privateKey));
    expect(await invoke('xnet_signMessage', params)).toBe(
      [r, s].map((part) => `0x${part.toString(16)}`).join(','),
    );
  });

  it('accepts JSON text, a padded address and the names that current callers use', async () => {
    const { invoke } = await opened();
    const expected = await invoke('xnet_signMessage', params);
    const text = JSON.stringify(message('SN_SEPOLIA'));
    for (const same of [
      { typedDataMessage: text, signerAddress: account.argent040 },
      { typedDataMessage: text, address: account.argent040.replace(/^0x0+/u, '0x') },
      { typedData: message('0x534e5f5345504f4c4941'), userAddress: account.argent040 },
      { ...params, chainId: chainIds.sepolia, enableAuthorize: true },
      { ...params, enableAutherize: true },
    ]) {
      expect(await invoke('xnet_signMessage', same)).toBe(expected);
      expect(await invoke('starkNet_signMessage', same)).toEqual(expected.split(','));
    }
  });

  it('shows every value that is signed, and its account and network', async () => {
    const { invoke, dialogs } = await opened();
    await invoke('xnet_signMessage', params);
    const drawn = JSON.stringify(dialogs.at(-1));
    for (const shown of ['amount', String(2n ** 128n + 16n), 'Shop', 'Local chain'])
      expect(drawn).toContain(shown);
    expect(drawn.replaceAll(' ', '')).toContain(account.argent040);
  });

  // @promise T4.2
  it.each([
    ['as a text', 'SN_MAIN'],
    ['in hex', '0x534e5f4d41494e'],
    ['as a number', '23448594291968334'],
  ])(
    'refuses a message for another network than the one of the request, named %s',
    async (_, chainId) => {
      const { invoke, dialogs } = await opened();
      for (const typedDataMessage of [
        message(chainId),
        outsideMessage({ version: '1', chainId }),
        outsideMessage({ version: '2', chainId }),
      ])
        await expect(
          invoke('xnet_signMessage', { ...params, typedDataMessage }),
        ).rejects.toMatchObject({
          kind: 'invalidParams',
          data: { path: 'typedDataMessage.domain.chainId' },
        });
      expect(dialogs).toHaveLength(1);
    },
  );

  it('names the network for which the message is signed', async () => {
    const { invoke, dialogs } = await opened();
    await invoke('xnet_createAccount', { chainId: chainIds.mainnet });
    const typedDataMessage = message('0x534e5f4d41494e');
    await invoke('xnet_signMessage', { ...params, typedDataMessage, chainId: chainIds.mainnet });
    expect(getText(dialogs.at(-1))).toContain('· Mainnet');
  });

  it.each(['1', '2'] as const)(
    'signs an outside execution of version %s after a review as a transaction',
    async (version) => {
      const { invoke, dialogs } = await opened();
      const typedDataMessage = outsideMessage({ version });
      const signature = await invoke('xnet_signMessage', { ...params, typedDataMessage });
      const hash = oracle.getMessageHash(typedDataMessage as never, account.argent040);
      expect(verifyHash(hash, signature.split(','), account.publicKey)).toBe(true);
      const shown = getText(dialogs.at(-1));
      for (const text of [
        'This message is a transaction',
        'Anyone can carry this out',
        'Could not preview',
        'Send 0.000000000000000016 STRK',
      ])
        expect(shown).toContain(text);
    },
  );

  it('refuses what resembles an outside execution without being one', async () => {
    const { invoke, dialogs } = await opened();
    const typedDataMessage = message('SN_SEPOLIA');
    typedDataMessage.domain.name = 'Account.execute_from_outside';
    await expect(invoke('xnet_signMessage', { ...params, typedDataMessage })).rejects.toMatchObject(
      { kind: 'invalidParams', data: { path: 'message' } },
    );
    expect(dialogs).toHaveLength(1);
  });

  it('shows what a session permits before it signs one', async () => {
    const { invoke, dialogs } = await opened();
    await invoke('xnet_signMessage', { ...params, typedDataMessage: sessionMessage() });
    const shown = getText(dialogs.at(-1));
    for (const text of [
      'The site could act without asking',
      'Call buy on',
      'Call sell on',
      '2027\u201101\u201115',
    ])
      expect(shown).toContain(text);
  });

  it('signs nothing when the user declines', async () => {
    const { invoke } = await opened(() => false);
    await expect(invoke('xnet_signMessage', params)).rejects.toMatchObject({
      kind: 'userRejected',
    });
  });

  it.each([
    ['text that is no JSON', '{'],
    ['a number', 7],
    [
      'a field that would not be signed',
      {
        ...message('SN_SEPOLIA'),
        message: { amount: { low: '0x10', high: '0x1' }, note: 'You receive 100 ETH' },
      },
    ],
    ['a name of a prototype', JSON.parse('{"__proto__": {}, "types": {}}')],
    ['JSON with a name of a prototype', '{"__proto__": {}, "types": {}}'],
    ['JSON that no recursion could follow', `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`],
  ])('refuses %s', async (_, typedDataMessage) => {
    const { invoke } = await opened();
    await expect(invoke('xnet_signMessage', { ...params, typedDataMessage })).rejects.toMatchObject(
      { kind: expect.stringMatching(/^invalid(Params|Request)$/u) },
    );
  });

  it('signs for accounts of the user only', async () => {
    const { invoke } = await opened();
    await expect(
      invoke('xnet_signMessage', { ...params, signerAddress: '0x1234' }),
    ).rejects.toMatchObject({ kind: 'unknownAccount' });
  });
});
