import type { ChainCommand } from '../protocol/view';
import { askNode } from './chainRpc';

/**
 * Orders of a developer to the local chain's node.
 *
 * @param watch `forget` takes the chain as it is for the wallet's own, `look` reads its newest block
 */
export function createChainControls(
  node: string,
  watch: { forget(): Promise<void>; look(): Promise<void> },
) {
  /** In the node's memory: what a revert restores. */
  let snapshot: { id: string; block: number } | null = null;

  async function takeSnapshot(): Promise<void> {
    const block = await askNode(node, 'starknet_blockNumber');
    const id = await askNode(node, 'devnet_snapshot');
    if (typeof block !== 'number' || typeof id !== 'string')
      throw new Error('The node took no snapshot.');
    snapshot = { id, block };
  }

  async function revert(): Promise<void> {
    if (snapshot === null) throw new Error('There is no snapshot of the local chain.');
    const { id } = snapshot;
    snapshot = null;
    if ((await askNode(node, 'devnet_revert', { snapshot_id: id })) !== true)
      throw new Error('The local chain has lost its snapshot: it was started anew.');
    // The user undid these blocks on purpose: no notice, and the next revert needs a new snapshot.
    await watch.forget();
    await takeSnapshot();
  }

  async function act(command: ChainCommand): Promise<unknown> {
    if (command.do === 'snapshotChain') return takeSnapshot();
    if (command.do === 'revertChain') return revert();
    if (command.do === 'increaseTime')
      return askNode(node, 'devnet_increaseTime', { time: command.seconds });
    return askNode(node, 'devnet_setTime', { time: command.time });
  }

  return {
    snapshotBlock: () => snapshot?.block ?? null,
    /** @throws an Error for the user */
    async run(command: ChainCommand): Promise<void> {
      await act(command);
      await watch.look();
    },
  };
}
