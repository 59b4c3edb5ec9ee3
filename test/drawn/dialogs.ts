import { chainIds } from '../../src/schema/primitives';
import { getSelector } from '../../src/starknet/selector';
import { knownTokens } from '../../src/starknet/tokens/erc20';
import { startTrialNode } from '../chain/trialNode';
import { dangerous } from '../messages/dangerous';
import { ordinary } from '../messages/ordinary';
import { outsideMessage, transfer } from '../messages/outsideExecution';
import { sessionMessage } from '../messages/sessionMessage';
import { typed } from '../messages/typed';
import { example } from '../messages/typedDataExample';
import { openModule } from '../wallet/openModule';
import { storedAccounts } from '../wallet/storedAccounts';
import { type Drawing, recorder, speaking } from './recorded';

const chainId = chainIds.sepolia;
const MOST = `0x${'f'.repeat(32)}`;
const friend = '0x064b48806902a367c8598f4f95c305e8c1a1acba5f082d294a43793113115691';
const shop = '0x03f1e2d3c4b5a697886950413223140f0e1d2c3b4a5968777869504132231405';
const STRK = knownTokens.STRK.address;
/** The site that asks: of ordinary length, or with a long name. */
export const site = {
  ordinary: 'https://app.example.org',
  long: 'https://a-site-with-a-long-name.marketplace.example.org:8443',
};
const feltOf = (text: string) => `0x${Buffer.from(text).toString('hex')}`;
const [first, second, fresh] = storedAccounts(chainId, 3).map(({ address }) => address);
const now = () => 1_800_000_000_000;
const seconds = 1_800_000_000;

const on = (contractAddress: string, entrypoint: string, ...calldata: string[]) => ({
  contractAddress,
  entrypoint,
  calldata,
});
const sends = (to: string) => on(STRK, 'transfer', to, '12500000000000000001', '0');
const calling = (...calls: object[]) => ['xnet_executeTxn', { address: first, calls }] as const;
const signing = (typedDataMessage: object) =>
  ['xnet_signMessage', { signerAddress: first, typedDataMessage }] as const;

/** A request that leads to each kind of dialog. */
const requests: Record<string, readonly [method: string, params: object]> = {
  'a new account': ['xnet_addAccount', {}],
  'another network': ['xnet_switchNetwork', { chainId: chainIds.mainnet }],
  'another account': ['xnet_switchAccount', { address: second }],
  'accounts that are looked for': ['xnet_recoverAccounts', { maxScanned: 3 }],
  'a token of the site': [
    'xnet_addErc20Token',
    {
      tokenAddress: '0x7e57',
      tokenName: 'Test token',
      tokenSymbol: 'TEST',
      logo: `ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi`,
    },
  ],
  'the last visible account': [
    'xnet_toggleAccountVisibility',
    { address: first, visibility: false },
  ],
  'a private key': ['xnet_displayPrivateKey', { address: first }],
  'a transfer': calling(sends(friend)),
  'an approval': calling(on(STRK, 'approve', shop, '5000000000000000000', '0')),
  'an unlimited approval': calling(on(STRK, 'approve', shop, MOST, MOST)),
  'several calls': calling(
    on(STRK, 'approve', shop, MOST, MOST),
    sends(friend),
    sends(shop),
    on(
      shop,
      'swap_exact_tokens_for_tokens_with_a_very_long_name',
      MOST,
      MOST,
      `0x${'7'.repeat(63)}`,
    ),
  ),
  // A million, as nobody has: 2^128 alone would fill three lines.
  'a call that fails': calling(on(STRK, 'transfer', friend, `1${'0'.repeat(24)}`, '0')),
  'an upgrade': calling(
    on(first ?? '', 'upgrade', '0x36078334509b514626504edc9fb252328d1a240e4e948bef8d0c08dff45927f'),
  ),
  'a signature of a transaction': [
    'xnet_signTransaction',
    { address: first, chainId, transactions: [sends(friend)] },
  ],
  'a signature of a declaration': [
    'xnet_signDeclareTransaction',
    {
      address: first,
      chainId,
      details: {
        classHash: '0xc1a55',
        compiledClassHash: '0xc0de',
        nonce: '0x7',
        resourceBounds: Object.fromEntries(
          ['l1_gas', 'l1_data_gas', 'l2_gas'].map((name) => [
            name,
            { max_amount: '0x3b9aca00', max_price_per_unit: '0x3b9aca00' },
          ]),
        ),
      },
    },
  ],
  'a deployment': [
    'xnet_signDeployAccountTransaction',
    { address: fresh, chainId, details: { nonce: '0x0' } },
  ],
  'a message': signing({ ...example(1), domain: { ...example(1).domain, chainId: 'SN_SEPOLIA' } }),
  'a listing': signing(ordinary['a listing of a piece'] ?? {}),
  'an unlimited permit': signing(
    typed({
      revision: 1,
      types: {
        Permit:
          'owner: ContractAddress, spender: ContractAddress, token: ContractAddress, value: u256, nonce: u128, deadline: timestamp',
      },
      message: {
        owner: first ?? '',
        spender: shop,
        token: STRK,
        value: { low: MOST, high: MOST },
        nonce: 1,
        deadline: seconds + 3_600,
      },
    }),
  ),
  'a payment': signing(dangerous['a payment of revision 0']?.parts ?? {}),
  'a session': signing(sessionMessage({ expires: seconds + 24 * 3_600 })),
  'calls for others': signing(
    outsideMessage({
      version: '2',
      caller: second ?? '',
      calls: [transfer(friend, 5n), transfer(shop, 7n)],
      after: seconds - 60,
      before: seconds + 600,
    }),
  ),
};

/** Every dialog that requests of sites lead to, folded and unfolded, as the module draws it. */
export async function recordDialogs(language: string, origin = site.long): Promise<Drawing[]> {
  const node = await startTrialNode();
  const { begin, border, drawn } = recorder();
  const says: Record<string, string> = {
    [getSelector('name')]: feltOf('Test token'),
    [getSelector('symbol')]: feltOf('TEST'),
    [getSelector('decimals')]: '0x2',
  };
  const usual = ['0x1000000000000000000', '0x0'];
  node.says.instead.starknet_call = ({
    request,
  }: {
    request: { entry_point_selector: string };
  }) => ({
    result: says[request.entry_point_selector] ? [says[request.entry_point_selector] ?? ''] : usual,
  });
  node.says.events = ({ transactions: [transaction] }) => [
    {
      from: STRK,
      keys: [getSelector('Transfer')],
      data: [
        first ?? '',
        'sender_address' in (transaction ?? {}) ? friend : shop,
        '0xad78ebc5ac620001',
        '0x0',
      ],
    },
  ];
  try {
    for (const [name, [method, params]] of Object.entries(requests)) {
      node.says.instead.starknet_getNonce = () =>
        name === 'a deployment'
          ? { error: { code: 20, message: 'Contract not found' } }
          : { result: '0x5' };
      const stored = storedAccounts(chainId, name === 'the last visible account' ? 1 : 3);
      const grants = { [origin]: stored.map(({ address }) => ({ chainId, address })) };
      const accounts = stored.map((one) => ({
        ...one,
        deployment: one.address === fresh ? 'unknown' : 'deployed',
      }));
      const plain = { ...speaking(language), accounts: { [chainId]: accounts }, grants };
      const options = {
        border,
        now,
        sepoliaUrl: node.url,
        stored: { plain },
        companions: [origin],
      };
      begin(name);
      const before = drawn.length;
      await openModule(options).invoke(method, params, origin);
      if (drawn.length === before) throw new Error(`${method} opened no dialog for ${name}.`);
    }
    begin('a choice of accounts');
    const stored = {
      plain: { ...speaking(language), accounts: { [chainId]: storedAccounts(chainId, 3) } },
    };
    const chooser = openModule({ border, now, sepoliaUrl: node.url, stored, choose: () => [] });
    await chooser.invoke('xnet_listAccounts', {}, origin).catch(() => undefined);
    return drawn;
  } finally {
    await node.stop();
  }
}
