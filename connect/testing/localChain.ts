import { devnetVersion } from '../../scripts/setup/machine.mjs';
import { findDevnet, fund, startLocalChain as startDevnet } from '../../scripts/start/localChain';

export type LocalChain = {
  /** JSON-RPC URL of the node, for `createTestWallet`. */
  readonly nodeUrl: string;
  /** Mints STRK to an account; the amount is in FRI, 10^-18 STRK. */
  fund(address: string, amountFri?: bigint): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Starts a new local Starknet chain on a free port, with a block per transaction. It ends with this
 * process at the latest.
 * @throws if no supported starknet-devnet is in PATH, in cargo's folder, or named by
 * STARKNET_DEVNET
 */
export async function startLocalChain(): Promise<LocalChain> {
  if (findDevnet() === undefined)
    throw new Error(
      `No starknet-devnet like ${devnetVersion} is found: install it with \`cargo install starknet-devnet --locked --version ${devnetVersion}\`, or name any in STARKNET_DEVNET.`,
    );
  const { url, stop } = await startDevnet();
  return {
    nodeUrl: url,
    fund: (address, amountFri = 1_000n * 10n ** 18n) => fund(url, address, amountFri),
    stop,
  };
}
