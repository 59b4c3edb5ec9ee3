import { ModuleError } from '@xnet/clients/errors';
import { trackTransactions } from '../../src/flow/history/track';
import { openHome } from '../../src/flow/home/page';
import { chainIds } from '../../src/schema/primitives';
import { getSelector } from '../../src/starknet/selector';
import { knownTokens } from '../../src/starknet/tokens/erc20';
import { type ExplorerServer, startExplorerServer } from '../chain/explorerServer';
import { transferCall } from '../chain/transferCall';
import { startTrialNode, type TrialNode } from '../chain/trialNode';
import { shortMessage } from '../messages/shortMessage';
import { type PaymasterServer, startPaymasterServer } from '../review/paymasterServer';
import { type Border, openModule } from '../wallet/openModule';
import { storedAccounts } from '../wallet/storedAccounts';
import { listTexts } from './hostileTexts';

export const chainId = chainIds.sepolia;
const [account] = storedAccounts(chainId, 1);
export const address = account?.address ?? '';
const SITE = 'https://dapp.example';
/** A text that is shown wherever any text is. */
export const CANARY = 'Harmless7';

export let node: TrialNode;
let usual: TrialNode['says'];
export let paymaster: PaymasterServer;
export let explorer: ExplorerServer;
export async function startStrangers(): Promise<void> {
  node = await startTrialNode();
  usual = { ...node.says };
  paymaster = await startPaymasterServer();
  explorer = await startExplorerServer(() => ({}));
}
export async function stopStrangers(): Promise<void> {
  await node.stop();
  await paymaster.stop();
  await explorer.stop();
}

/** A module with an account that records everything it has the wallet draw or say. */
export function open(origin = SITE, name = 'Account 1') {
  Object.assign(node.says, usual, { instead: {} });
  const drawn: string[] = [];
  const border: Border = ({ method, detail }, cross) => {
    const { ui, content, message } = (detail ?? {}) as Record<string, unknown>;
    const shown = ui ?? content ?? message;
    if (method.startsWith('snap_') && shown !== undefined) drawn.push(...listTexts(shown));
    return cross();
  };
  const opened = openModule({
    sepoliaUrl: node.url,
    explorerUrls: { voyager: explorer.url, starkscan: explorer.url },
    border,
    stored: {
      plain: {
        version: 1,
        accounts: { [chainId]: [{ ...account, name, deployment: 'deployed' }] },
        grants: { [origin]: [{ chainId, address }] },
      },
    },
  });
  /** Failures are fine: only what is drawn counts. */
  const invoke = (method: string, params: object) =>
    opened.invoke(method, params, origin).catch((error: unknown) => {
      if (!(error instanceof ModuleError)) throw error;
    });
  return { ...opened, drawn, invoke };
}

/** A text as a token returns it: words of 31 bytes, then the rest. */
function feltsOf(text: string): string[] {
  const words =
    Buffer.from(text)
      .toString('hex')
      .match(/.{1,62}/gu) ?? [];
  const full = words.filter((word) => word.length === 62);
  const [rest = ''] = words.filter((word) => word.length < 62);
  const hex = (word: string) => `0x${word || '0'}`;
  return [
    hex(full.length.toString(16)),
    ...full.map(hex),
    hex(rest),
    hex((rest.length / 2).toString(16)),
  ];
}
const calls = [transferCall(knownTokens.STRK.address, '0x7e57', 5n)];
export const execute = (module: ReturnType<typeof open>, several: object[] = calls) =>
  module.invoke('xnet_executeTxn', { address, calls: several });
/** An unknown token with this name. */
const naming = (text: string) => {
  const answers: Record<string, string[]> = {
    [getSelector('name')]: feltsOf(text),
    [getSelector('symbol')]: feltsOf(text),
    [getSelector('decimals')]: ['0x2'],
  };
  node.says.instead.starknet_call = ({
    request,
  }: {
    request: { entry_point_selector: string };
  }) => ({ result: answers[request.entry_point_selector] ?? ['0x56bc75e2d63100000', '0x0'] });
};
const typedData = (site: string, text: string, field = 'note') =>
  shortMessage({ site, text, field, type: 'string' });
const sign = (module: ReturnType<typeof open>, typedDataMessage: object) =>
  module.invoke('xnet_signMessage', { signerAddress: address, typedDataMessage });
export const createHome = async ({ module }: ReturnType<typeof open>) => openHome(module);

export type Slot = (text: string) => Promise<ReturnType<typeof open>>;
/** Every place of a stranger’s text that can reach a dialog or the module’s page. */
export const slots: Readonly<Record<string, Slot>> = {
  async 'the origin of a site'(text) {
    const module = open(text);
    await execute(module);
    return module;
  },
  async 'the name of an account'(text) {
    const module = open(SITE, /\S/u.test(text.slice(0, 32)) ? text.slice(0, 32) : 'x');
    await execute(module);
    await createHome(module);
    return module;
  },
  async 'name and symbol that a token tells'(text) {
    const module = open();
    naming(text);
    await module.invoke('xnet_addErc20Token', { tokenAddress: '0x70cef' });
    await createHome(module);
    return module;
  },
  async 'the name of a token that a site tells'(text) {
    const module = open();
    naming('Honest');
    const told = { tokenAddress: '0x70cef', tokenName: text, tokenSymbol: 'H', tokenDecimals: 2 };
    await module.invoke('xnet_addErc20Token', told);
    return module;
  },
  async 'the symbol of a token that is moved'(text) {
    const module = open();
    naming(text);
    await execute(module, [transferCall('0x70cef', '0x7e57', 5n)]);
    return module;
  },
  async 'names in an ABI'(text) {
    const module = open();
    node.says.instead.starknet_getClassHashAt = () => ({ result: '0x77' });
    node.says.instead.starknet_getClass = () => ({
      result: {
        program: '',
        entry_points_by_type: { EXTERNAL: [], CONSTRUCTOR: [], L1_HANDLER: [] },
        abi: [
          { type: 'function', name: 'poke', outputs: [], inputs: [{ name: text, type: 'felt' }] },
        ],
      },
    });
    await execute(module, [{ contractAddress: '0x70cef', entrypoint: 'poke', calldata: ['0x5'] }]);
    return module;
  },
  async 'why a transaction would fail'(text) {
    const module = open();
    node.says.instead.starknet_simulateTransactions = ({
      transactions,
    }: {
      transactions: unknown[];
    }) => ({
      result: transactions.map(() => ({
        fee_estimation: {
          l1_gas_consumed: '0x0',
          l1_gas_price: '0x1',
          l2_gas_consumed: '0x100',
          l2_gas_price: '0x1',
          l1_data_gas_consumed: '0x80',
          l1_data_gas_price: '0x3',
          unit: 'FRI',
          overall_fee: '0x1000',
        },
        transaction_trace: { type: 'INVOKE', execute_invocation: { revert_reason: text } },
      })),
    });
    await execute(module);
    return module;
  },
  async 'why a transaction has failed'(text) {
    const module = open();
    await execute(module);
    node.says.instead.starknet_getTransactionStatus = () => ({
      result: {
        finality_status: 'ACCEPTED_ON_L2',
        execution_status: 'REVERTED',
        failure_reason: text,
      },
    });
    await trackTransactions(module.module);
    await createHome(module);
    return module;
  },
  async 'the error of a node that refuses a transaction'(text) {
    const module = open();
    node.says.instead.starknet_addInvokeTransaction = () => ({
      error: { code: 55, message: text, data: text },
    });
    await execute(module);
    await createHome(module);
    return module;
  },
  async 'a text in typed data'(text) {
    const module = open();
    await sign(module, typedData('Shop', text));
    return module;
  },
  async 'the domain of typed data'(text) {
    const module = open();
    await sign(module, typedData(text.slice(0, 31), 'x'));
    return module;
  },
  async 'the name of a field of typed data'(text) {
    const module = open();
    await sign(module, typedData('Shop', 'x', text));
    return module;
  },
};
