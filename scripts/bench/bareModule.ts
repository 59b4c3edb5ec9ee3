// The least that a module can do for the same responses: the time that wallet and node take in any
// case. One dialog, one simulation, cached nonce; no review, no journal, no limits.
import type { OnHomePageHandler, OnRpcRequestHandler } from '@metamask/snaps-sdk';
import { Text } from '@metamask/snaps-sdk/jsx';
import type { Call } from '../../src/schema/call';
import { gasRecord } from '../../src/schema/gas';
import {
  type Bip44Node,
  KEYS_PATH,
  signHash,
  withPrivateKey,
} from '../../src/starknet/accounts/keys';
import { toHex } from '../../src/starknet/felt';
import { encodeExecute } from '../../src/starknet/transactions/calls';
import { computeBounds, type FeeEstimate } from '../../src/starknet/transactions/fees';
import {
  type InvokeTransaction,
  QUERY_VERSION,
  type ResourceBounds,
} from '../../src/starknet/transactions/transaction';
import { typedDataHash } from '../../src/starknet/typedData/hash';
import { parseTypedData } from '../../src/starknet/typedData/parse';
import { signTransaction } from '../../test/chain/signTransaction';

const chainId = '0x534e5f5345504f4c4941';
const none = { max_amount: '0x0', max_price_per_unit: '0x0' };
const unbounded: ResourceBounds = gasRecord(() => none);

type Sending = { url: string; address: string; addressIndex: number; calls: Call[] };
type Signing = { address: string; addressIndex: number; typedData: unknown; asks: boolean };

const entropy = (): Promise<Bip44Node> =>
  snap.request({
    method: 'snap_getBip32Entropy',
    params: { path: [...KEYS_PATH], curve: 'secp256k1' },
  });

async function ask(question: string): Promise<void> {
  const content = Text({ children: question });
  const params = { type: 'confirmation', content } as const;
  if (!(await snap.request({ method: 'snap_dialog', params }))) throw new Error('Refused.');
}

type Reply = { id: number; result?: unknown; error?: unknown };
async function post(url: string, calls: { method: string; params: object }[]): Promise<unknown[]> {
  const batch = calls.map((call, id) => ({ jsonrpc: '2.0', id, ...call }));
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(batch) });
  const replies: Reply[] = await response.json();
  return replies
    .sort((one, second) => one.id - second.id)
    .map(({ result, error }) => {
      if (result === undefined) throw new Error(JSON.stringify(error));
      return result;
    });
}

let nextNonce: bigint | undefined;

async function send({ url, address, addressIndex, calls }: Sending): Promise<string> {
  const getNonce = {
    method: 'starknet_getNonce',
    params: { block_id: 'pre_confirmed', contract_address: address },
  };
  const nonce = nextNonce ?? BigInt(String((await post(url, [getNonce]))[0]));
  const plain = (version: '0x3' | typeof QUERY_VERSION, bounds: ResourceBounds) =>
    ({
      type: 'INVOKE',
      version,
      signature: [],
      nonce: toHex(nonce),
      resource_bounds: bounds,
      tip: '0x0',
      paymaster_data: [],
      account_deployment_data: [],
      nonce_data_availability_mode: 'L1',
      fee_data_availability_mode: 'L1',
      sender_address: toHex(BigInt(address)),
      calldata: encodeExecute(calls, 1),
    }) as const satisfies InvokeTransaction;
  const sign = async (transaction: InvokeTransaction) =>
    withPrivateKey(await entropy(), addressIndex, (key) =>
      signTransaction(transaction, chainId, key),
    );
  const simulate = {
    method: 'starknet_simulateTransactions',
    params: {
      block_id: 'pre_confirmed',
      transactions: [await sign(plain(QUERY_VERSION, unbounded))],
      simulation_flags: ['SKIP_FEE_CHARGE'],
    },
  };
  const [, simulated] = await post(url, [getNonce, simulate]);
  const [{ fee_estimation }] = simulated as [{ fee_estimation: FeeEstimate }];
  await ask('Send it?');
  const invoke_transaction = await sign(plain('0x3', computeBounds('INVOKE', fee_estimation)));
  const add = { method: 'starknet_addInvokeTransaction', params: { invoke_transaction } };
  const [reply] = await post(url, [add]);
  nextNonce = nonce + 1n;
  return (reply as { transaction_hash: string }).transaction_hash;
}

async function signMessage({ address, addressIndex, typedData, asks }: Signing): Promise<string> {
  const hash = typedDataHash(parseTypedData(typedData), address);
  if (asks) await ask('Sign it?');
  return withPrivateKey(await entropy(), addressIndex, (key) => signHash(hash, key)).join(',');
}

export const onRpcRequest: OnRpcRequestHandler = async ({ request }) => {
  const params: unknown = request.params;
  if (request.method === 'send') return { transaction_hash: await send(params as Sending) };
  return signMessage(params as Signing);
};

export const onHomePage: OnHomePageHandler = async () => ({
  content: Text({ children: 'A page' }),
});
