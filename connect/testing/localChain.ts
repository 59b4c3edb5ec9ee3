import { findDevnet, fund, startLocalChain as startDevnet } from '../../scripts/start/localChain';

export type LocalChain = {
  /** JSON-RPC address of the node, for `createTestWallet`. */
  readonly nodeUrl: string;
  /** Gives an account STRK; the amount is in FRI, 10^-18 STRK. */
  fund(address: string, amountFri?: bigint): Promise<void>;
  stop(): Promise<void>;
};

/**
 * A fresh Starknet chain on this machine, at a free port, with a block for each transaction. It ends
 * with this process at the latest.
 * @throws where there is no starknet-devnet in PATH, in cargo's folder, or named by STARKNET_DEVNET
 */
export async function startLocalChain(): Promise<LocalChain> {
  if (findDevnet() === undefined)
    throw new Error(
      'No starknet-devnet is found: install it with `cargo install starknet-devnet`, or name its program in STARKNET_DEVNET.',
    );
  const { url, stop } = await startDevnet();
  return {
    nodeUrl: url,
    fund: (address, amountFri = 1_000n * 10n ** 18n) => fund(url, address, amountFri),
    stop,
  };
}
