import { fail } from '../errors';
import type { Soon } from '../stores/store';
import type { Ethereum } from '../upstream/ethereum';
import { createFairQueue, type FairQueue } from '../upstream/fairQueue';

/** One chain of the service, with what is kept for it alone. */
export type Chain = { ethereum: Ethereum; fairQueue: FairQueue };

export type Chains = ReturnType<typeof createChains>;

const readChainId = (text: string): bigint | undefined => {
  if (/^(0x[0-9a-f]{1,16}|\d{1,20})$/i.test(text)) return BigInt(text);
  return undefined;
};

/** @param ethereums with the ids that they must have; that of the first one may be its node's to tell */
export const createChains = (
  ethereums: readonly { ethereum: Ethereum; chainId?: bigint | undefined }[],
  limits: { slowCalls: number; upstreamMs: number },
) => {
  const chains = ethereums.map(({ ethereum, chainId }) => ({
    chainId,
    ethereum,
    fairQueue: createFairQueue({ slots: limits.slowCalls, waitMs: limits.upstreamMs }),
  }));
  const [first = fail('upstream')] = chains;
  /** The first one's own id is known once its node has told it. */
  const findAmong = async (wantedId: bigint | undefined): Promise<Chain> => {
    const firstId = await first.ethereum.chainId();
    if (wantedId === firstId) return first;
    const otherIds = chains.slice(1).map(({ chainId }) => chainId);
    return fail(
      'notFound',
      `This service has no such chain, but ${[firstId, ...otherIds].join(', ')}.`,
    );
  };
  return {
    /** The first one serves the paths that name none. */
    all: chains as readonly Chain[],
    /**
     * The chain of an id in a path, decimal, as documented, or hexadecimal; the first one without.
     *
     * @throws `notFound`, and `upstream` where the chain of the first one is not known yet
     */
    of: (id: string | undefined): Soon<Chain> => {
      if (id === undefined) return first;
      const wantedId = readChainId(id);
      const chain = chains.find(({ chainId }) => chainId !== undefined && chainId === wantedId);
      return chain ?? findAmong(wantedId);
    },
  };
};
