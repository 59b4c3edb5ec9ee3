import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { constants, outsideExecution } from 'starknet';
import { getSelector } from '../../src/starknet/selector';
import { knownTokens } from '../../src/starknet/tokens/erc20';

type Json = Record<string, unknown>;
type WireCall = { to: string; selector: string; calldata: string[] };
type FeeMode = { mode: 'sponsored' } | { mode: 'default'; gas_token: string };
type Bounds = { execute_after: number; execute_before: number };

/** The response to paymaster_buildTransaction, which a test may falsify. */
export type BuiltAnswer = {
  type: string;
  typed_data: { types: Json; primaryType: string; domain: Json; message: Json };
  parameters: { version: string; fee_mode: Json; time_bounds?: Json | null };
  fee: Record<string, string>;
};
/** A request to execute: signed typed data. */
export type Signed = {
  user_address: string;
  typed_data: BuiltAnswer['typed_data'];
  signature: string[];
};

/** What an account is deployed with before it executes what it signed. */
export type Deployment = {
  address: string;
  class_hash: string;
  salt: string;
  calldata: string[];
  version: 0 | 1;
};

/** Recipient of the fee. */
export const FEE_TAKER = '0xfee';
/** Price of one unit of the fee token: 1,000 STRK for one ETH. */
const STRK_PER_TOKEN = 1_000n;
export const suggestedMaximum = 30_000_000_000_000n;

export type PaymasterServer = {
  url: string;
  /** Every request so far. */
  asked: { method: string; params: Json; headers: IncomingHttpHeaders }[];
  /** Changes what is built from now on. */
  lie(spoil: (built: BuiltAnswer, calls: WireCall[]) => void): void;
  /** The response to everything from now on; with undefined, as usual. */
  fail(error: { code: number; message: string; data?: unknown } | 'hang up' | undefined): void;
  stop(): Promise<void>;
};

/**
 * A paymaster as in SNIP-29, on a free port. It pays the fee itself for holders of the key, and
 * otherwise takes ETH; `relay` executes what was signed.
 */
export async function startPaymasterServer({
  key,
  version = '2',
  isAvailable = true,
  relay = async () => '0x7e57',
}: {
  key?: string;
  version?: '1' | '2';
  isAvailable?: boolean;
  relay?: (signed: Signed, deployment?: Deployment) => Promise<string>;
} = {}): Promise<PaymasterServer> {
  const asked: PaymasterServer['asked'] = [];
  let spoil: Parameters<PaymasterServer['lie']>[0] = () => undefined;
  let failure: Parameters<PaymasterServer['fail']>[0];
  let nonce = 0x5eedn;

  const methods: Record<string, (params: never, isKeyRight: boolean) => unknown> = {
    paymaster_isAvailable: () => isAvailable,
    paymaster_getSupportedTokens: () => [
      { token_address: knownTokens.STRK.address, decimals: 18, price_in_strk: '0xde0b6b3a7640000' },
      {
        token_address: knownTokens.ETH.address,
        decimals: 18,
        price_in_strk: '0x3635c9adc5dea00000',
      },
      { token_address: '0xbad', decimals: 18, price_in_strk: '0x1' },
    ],
    paymaster_buildTransaction({ transaction, parameters }: Build, isKeyRight) {
      const { fee_mode, time_bounds } = parameters;
      if (fee_mode.mode === 'sponsored' && !isKeyRight)
        throw { code: 163, message: 'An error occurred (UNKNOWN_ERROR)', data: 'Invalid API key' };
      const { calls } = transaction.invoke;
      nonce += 1n;
      const all =
        fee_mode.mode === 'sponsored'
          ? calls
          : [...calls, payment(fee_mode.gas_token, suggestedMaximum)];
      const built: BuiltAnswer = {
        type: transaction.type,
        typed_data: typedData(version, time_bounds, nonce, all),
        parameters: structuredClone(parameters),
        fee: {
          gas_token_price_in_strk: '0x3635c9adc5dea00000',
          estimated_fee_in_strk: hex((suggestedMaximum * STRK_PER_TOKEN) / 2n),
          estimated_fee_in_gas_token: hex(suggestedMaximum / 2n),
          suggested_max_fee_in_strk: hex(suggestedMaximum * STRK_PER_TOKEN),
          suggested_max_fee_in_gas_token: hex(suggestedMaximum),
        },
      };
      spoil(built, all);
      return built;
    },
    paymaster_executeTransaction: async ({ transaction }: Execute) => ({
      tracking_id: '0x1',
      transaction_hash: await relay(transaction.invoke, transaction.deployment),
    }),
  };

  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const { id, method, params } = JSON.parse(text);
    asked.push({ method, params, headers: request.headers });
    if (failure === 'hang up') return void request.socket.destroy();
    const answer = async () => {
      if (failure) throw failure;
      const isKeyRight = key !== undefined && request.headers['x-paymaster-api-key'] === key;
      return methods[method]?.(params as never, isKeyRight);
    };
    const reply = await answer().then(
      (result) => ({ result }),
      (error) => ({ error }),
    );
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ jsonrpc: '2.0', id, ...reply }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    asked,
    lie(next) {
      spoil = next;
    },
    fail(next) {
      failure = next;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Kind = { type: 'invoke' | 'deploy_and_invoke'; deployment?: Deployment };
type Execute = { transaction: Kind & { invoke: Signed } };
type Build = {
  transaction: Kind & { invoke: { user_address: string; calls: WireCall[] } };
  parameters: { version: string; fee_mode: FeeMode; time_bounds: Bounds };
};

const hex = (value: bigint) => `0x${value.toString(16)}`;

export const payment = (token: string, amount: bigint): WireCall => ({
  to: token,
  selector: getSelector('transfer'),
  calldata: [FEE_TAKER, hex(amount % 2n ** 128n), hex(amount / 2n ** 128n)],
});

/** Makes a paymaster refuse, as its trial would, calls that transfer more than there is. */
export const limitBalances = (
  server: PaymasterServer,
  balanceOf: (token: string) => bigint,
): void =>
  server.lie((_, calls) => {
    const sums = new Map<bigint, bigint>();
    for (const { to, selector, calldata } of calls.filter(isTransfer)) {
      const sum = (sums.get(BigInt(to)) ?? 0n) + BigInt(calldata[1] ?? 0);
      sums.set(BigInt(to), sum);
      if (sum > balanceOf(to))
        throw { code: 156, message: 'Execution error', data: { execution_error: selector } };
    }
  });

const isTransfer = ({ selector }: WireCall) => BigInt(selector) === BigInt(getSelector('transfer'));

/** SNIP-9 typed data for these calls, with types and domain as in starknet.js. */
function typedData(
  version: '1' | '2',
  bounds: Bounds,
  nonce: bigint,
  calls: WireCall[],
): BuiltAnswer['typed_data'] {
  const options = { caller: constants.OutsideExecutionCallerAny, ...bounds };
  const made = structuredClone(
    outsideExecution.getTypedData('SN_SEPOLIA', options, hex(nonce), [], version),
  ) as BuiltAnswer['typed_data'];
  if (version === '1') {
    made.message.calls_len = calls.length;
    made.message.calls = calls.map(({ to, selector, calldata }) => ({
      to,
      selector,
      calldata_len: calldata.length,
      calldata,
    }));
  } else made.message.Calls = callsOfVersion2(calls);
  return made;
}

export const callsOfVersion2 = (calls: WireCall[]) =>
  calls.map(({ to, selector, calldata }) => ({ To: to, Selector: selector, Calldata: calldata }));
