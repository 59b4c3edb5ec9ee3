import {
  type AccountProof,
  type EthCall,
  eth_getBlockByHash,
  eth_getBlockByNumber,
  eth_getProof,
  ModuleError,
  verifyProof,
} from '@xnet/clients';
import { say, type TextRef } from '../texts';

export type CheckedProof = {
  readonly proof: AccountProof;
  /** Null if the block does not exist yet, so there was nothing to check against. */
  readonly check: {
    readonly blockNumber: bigint;
    readonly stateRoot: string;
    /** Source of the state root. */
    readonly rootFrom: 'service' | 'person';
    /** Null if everything is valid, else the part that is not. */
    readonly fault: TextRef | null;
  } | null;
};

const parts = {
  malformed: say('service.proof.malformed'),
  account: say('service.proof.account'),
  storage: say('service.proof.storage'),
} as const;

/**
 * Requests a proof and checks it. Reads the block first, then the proof for that block, since
 * `latest` may move in between.
 *
 * @param trustedRoot state root that the person knows from elsewhere; empty: the block's own
 */
export async function readProof(
  read: <R>(call: EthCall<R>) => Promise<R>,
  params: { address: string; keys: string[]; block: string; trustedRoot: string },
): Promise<CheckedProof> {
  const { address, keys, block, trustedRoot } = params;
  const header = block === 'pending' ? null : await read(headerOf(block));
  const number = header?.number ?? null;
  const proof = await read(eth_getProof(address, keys, number ?? block));
  if (proof === null) throw new ModuleError('nodeFault', 'The node has no such block.');
  if (header === null || number === null) return { proof, check: null };
  const stateRoot = trustedRoot === '' ? header.stateRoot : trustedRoot;
  const fault = verifyProof(proof, stateRoot);
  return {
    proof,
    check: {
      blockNumber: BigInt(number),
      stateRoot,
      rootFrom: trustedRoot === '' ? 'service' : 'person',
      fault: fault === undefined ? null : parts[fault.fault],
    },
  };
}

const headerOf = (block: string) => {
  if (/^0x[0-9a-f]{64}$/iu.test(block)) return eth_getBlockByHash(block, false);
  return eth_getBlockByNumber(block, false);
};
