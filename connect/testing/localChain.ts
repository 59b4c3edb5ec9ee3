import { devnetVersion } from '../../scripts/setup/machine.mjs';
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
 * @throws where there is no starknet-devnet of a version that is known to work in PATH, in cargo's folder, or named by STARKNET_DEVNET
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
