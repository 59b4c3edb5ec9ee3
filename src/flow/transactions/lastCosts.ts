import type { StoredAccount } from '../../schema/account';
import type { Call } from '../../schema/call';
import type { FeeEstimate } from '../../starknet/transactions/fees';

/** Maximum number of kinds of calls whose cost is remembered. */
const MOST_KINDS = 50;

type Kind = {
  readonly account: Pick<StoredAccount, 'chainId' | 'address'>;
  readonly calls: readonly Call[];
};

export type LastCosts = ReturnType<typeof createLastCosts>;

/**
 * The last cost of each kind of calls, for the lifetime of the process: prices of an hour ago say
 * nothing about current ones.
 */
export function createLastCosts() {
  const costs = new Map<string, readonly FeeEstimate[]>();
  return {
    of: (kind: Kind): readonly FeeEstimate[] | undefined => costs.get(nameOf(kind)),
    keep<E extends readonly FeeEstimate[]>(kind: Kind, estimates: E): E {
      const name = nameOf(kind);
      costs.delete(name);
      costs.set(name, estimates);
      const [oldest] = costs.keys();
      if (costs.size > MOST_KINDS && oldest !== undefined) costs.delete(oldest);
      return estimates;
    },
  };
}

/** Identifies the same functions of the same contracts, with as many felts. */
const nameOf = ({ account: { chainId, address }, calls }: Kind): string =>
  JSON.stringify([
    chainId,
    address,
    ...calls.map((call) => [call.contractAddress, call.entrypoint, call.calldata.length]),
  ]);
