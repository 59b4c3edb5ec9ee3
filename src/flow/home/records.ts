import type { Clients, State } from '../../module';
import { starknet_getTransactionReceipt } from '../../remote/starknet/starknet_getTransactionReceipt';
import type { StoredAccount } from '../../schema/account';
import { type ChainId, chainIds, sameFelt } from '../../schema/primitives';
import { isSent, type StoredTransaction } from '../../schema/transaction';
import { formatUnits } from '../../starknet/felt';
import { parseTransfer } from '../../starknet/tokens/erc20';
import { revertReason } from '../../starknet/traces/revertReason';
import type { RecordDetails, RecordFacts } from '../../ui/home/records';
import { accountName } from '../../ui/review/facts';
import { say, type Words } from '../../ui/text/words';
import { namedNetwork } from '../chain/namedNetwork';
import { tokenList } from '../tokens/tokens';

const RECENT = 5;

/** Pages of transactions of an explorer that everybody can look at. */
const explorerPages: Record<ChainId, string> = {
  [chainIds.mainnet]: 'https://voyager.online/tx/',
  [chainIds.sepolia]: 'https://sepolia.voyager.online/tx/',
};

type TokenList = Awaited<ReturnType<typeof tokenList>>;

/** The newest records of all accounts of a network. */
async function newestRecords(module: State, chainId: ChainId): Promise<StoredTransaction[]> {
  const accounts = await module.accounts.list(chainId);
  const histories = await Promise.all(
    accounts.map(({ address }) => module.transactions.recent(chainId, address)),
  );
  return histories
    .flat()
    .filter(isSent)
    .sort((a, b) => b.timestamp - a.timestamp)
    .slice(0, RECENT);
}

export async function recordFacts(module: State, chainId: ChainId): Promise<RecordFacts[]> {
  const [records, accounts, tokens, proven] = await Promise.all([
    newestRecords(module, chainId),
    module.accounts.list(chainId),
    tokenList(module, chainId),
    module.proven.block(chainId),
  ]);
  return records.map((record) => factsOf(record, accounts, tokens, proven));
}

export async function recordDetails(
  module: State & Clients,
  chainId: ChainId,
  txnHash: string,
): Promise<RecordDetails | undefined> {
  const record = await module.transactions.find(chainId, txnHash);
  if (!record) return undefined;
  const [accounts, tokens, proven, { name = chainId } = {}] = await Promise.all([
    module.accounts.list(chainId),
    tokenList(module, chainId),
    module.proven.block(chainId),
    namedNetwork(module, chainId),
  ]);
  return {
    ...factsOf(record, accounts, tokens, proven),
    nodeText: record.failureReason,
    network: name,
    contract: record.contractAddress,
    block: record.blockNumber ?? null,
    // No explorer has the chain on this machine, whose name is a text of ours.
    url: typeof name === 'string' ? `${explorerPages[chainId]}${record.txnHash}` : null,
  };
}

function factsOf(
  record: StoredTransaction,
  accounts: readonly StoredAccount[],
  tokens: TokenList,
  proven: number,
): RecordFacts {
  const { txnHash, senderAddress, timestamp, status, failureReason, blockNumber } = record;
  const account = accounts.find(({ address }) => sameFelt(address, senderAddress));
  return {
    what: whatOf(record, tokens),
    account: account ? accountName(account) : senderAddress,
    hash: txnHash,
    at: timestamp * 1_000,
    status,
    reason: failureReason && revertReason(failureReason),
    isProven: status === 'ACCEPTED_ON_L2' && blockNumber !== undefined && blockNumber <= proven,
  };
}

function whatOf(record: StoredTransaction, tokens: TokenList): Words {
  const { txnType, contractAddress, contractFuncName, contractCallData } = record;
  if (txnType !== 'invoke')
    return say(txnType === 'deploy' ? 'preview.deployAccount' : 'home.declareClass');
  if (contractFuncName === '__execute__') return say('home.severalCalls');
  const call = { contractAddress, entrypoint: contractFuncName, calldata: contractCallData };
  const transfer = parseTransfer(call);
  const token = transfer && tokens.find(({ address }) => sameFelt(address, transfer.token));
  if (!token) return say('home.call', { name: contractFuncName });
  const amount = formatUnits(transfer.amount, token.decimals);
  return say('home.send', { amount: { amount, symbol: token.symbol } });
}

/**
 * Reads the blocks of accepted records that are shown, where their settlement is looked at: one HTTP
 * request, and none once they are known. Never an error.
 */
export async function fetchSettledBlocks(module: State & Clients, chainId: ChainId): Promise<void> {
  const records = (await newestRecords(module, chainId)).filter(
    ({ status, blockNumber }) => status === 'ACCEPTED_ON_L2' && blockNumber === undefined,
  );
  if (records.length === 0) return;
  const node = await module.node(chainId);
  const answers = await node
    .batch(
      records.map(({ txnHash }) => starknet_getTransactionReceipt({ transaction_hash: txnHash })),
    )
    .catch(() => []);
  for (const [index, { txnHash }] of records.entries()) {
    const answer = answers[index];
    const block = answer?.ok ? answer.value.block_number : undefined;
    if (block === undefined) continue;
    await module.transactions.change(chainId, txnHash, (record) => ({
      ...record,
      blockNumber: block,
    }));
  }
}
