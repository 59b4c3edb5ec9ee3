import { ModuleError } from '@xnet/clients/errors';
import type { Clients, State } from '../../module';
import type { ChainId } from '../../schema/primitives';
import { formatUnits } from '../../starknet/felt';
import type { Balances, ShownBalance } from '../../ui/home/accounts';
import { say } from '../../ui/text/words';
import { together } from '../chain/together';
import { fetchAllBalances } from '../tokens/balances';
import { tokenList } from '../tokens/tokens';

/** How long a person waits for balances before they are told as not available. */
const DEADLINE_MS = 8_000;

/**
 * What all accounts of a network have of STRK and of other tokens, where it is not nothing: one HTTP
 * request for a few accounts. Never an error.
 */
export async function homeBalances(module: State & Clients, chainId: ChainId): Promise<Balances> {
  const accounts = await module.accounts.list(chainId);
  if (accounts.length === 0) return { state: 'known', of: {} };
  const tokens = (await tokenList(module, chainId)).sort(
    (a, b) => Number(b.symbol === 'STRK') - Number(a.symbol === 'STRK'),
  );
  const addresses = tokens.map(({ address }) => address);
  try {
    const node = await module.node(chainId);
    const batch: typeof node.batch = (calls) => node.batch(calls, { deadlineMs: DEADLINE_MS });
    const read = await together(
      { ...node, batch },
      accounts.map(
        ({ address }) =>
          (shared: typeof node) =>
            fetchAllBalances(shared, address, addresses),
      ),
    );
    const of: Record<string, ShownBalance[]> = {};
    for (const [index, { address }] of accounts.entries()) {
      const outcomes = read[index] ?? [];
      const [strk] = outcomes;
      if (!strk?.ok) throw strk?.error;
      of[address] = tokens.flatMap(({ symbol, decimals, logo }, at): ShownBalance[] => {
        const outcome = outcomes[at];
        const amount = outcome?.ok ? BigInt(outcome.value.balancePending) : 0n;
        return amount > 0n || at === 0
          ? [{ symbol, amount: formatUnits(amount, decimals), ...(logo && { logo }) }]
          : [];
      });
    }
    return { state: 'known', of };
  } catch (error) {
    if (!(error instanceof ModuleError)) throw error;
    return { state: 'unavailable', triedAt: module.now(), why: say(`errors.${error.kind}`) };
  }
}
