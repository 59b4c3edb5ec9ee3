import { chainIds, sameFelt } from '../../src/schema/primitives';
import { getSelector } from '../../src/starknet/selector';
import { sendParts } from '../../src/ui/home/send';
import { getLinkName } from '../../src/ui/home/view';
import { startTrialNode, type TrialNode } from '../chain/trialNode';
import { openPage } from './openPage';
import { storedAccounts } from './storedAccounts';

const chainId = chainIds.sepolia;
/** The accounts of the user who sends. */
export const sendingAccounts = storedAccounts(chainId, 2).map((one) => ({
  ...one,
  deployment: 'deployed' as const,
}));
/** A stranger's address. */
export const friend = '0x064b48806902a367c8598f4f95c305e8c1a1acba5f082d294a43793113115691';

type Asked = { request: { entry_point_selector: string } };

/**
 * A node on which no recipient is a token, and what was sent is accepted.
 * @param answers felts of further entry points, by name; undefined for an error
 */
export async function startSendNode(
  answers: Record<string, () => string[] | undefined> = {},
): Promise<TrialNode> {
  const node = await startTrialNode();
  node.says.instead.starknet_call = ({ request }: Asked) => {
    const [, read] =
      Object.entries({ decimals: () => undefined, ...answers }).find(([name]) =>
        sameFelt(request.entry_point_selector, getSelector(name)),
      ) ?? [];
    if (!read) return { result: [`0x${node.says.balance.toString(16)}`, '0x0'] };
    const result = read();
    return result ? { result } : { error: { code: 21, message: 'Entry point not found' } };
  };
  node.says.instead.starknet_getTransactionStatus = () => ({
    result: { finality_status: 'ACCEPTED_ON_L2', execution_status: 'SUCCEEDED' },
  });
  return node;
}

/** The page that sends, of a user with two accounts of 100 of each token. */
export async function openSend(node: TrialNode, options: Parameters<typeof openPage>[0] = {}) {
  const stored = { plain: { accounts: { [chainId]: sendingAccounts } } };
  const page = openPage({ sepoliaUrl: node.url, stored, ...options });
  await page.press(getLinkName('send'));
  const fields = () =>
    page.module.dialogs.formState('interface-0', sendParts.form) as Promise<Record<string, string>>;
  /** Submits what the fields hold. */
  const review = async () =>
    page.input({ type: 'FormSubmitEvent', name: sendParts.form, value: await fields() });
  return { ...page, review, fields };
}

/** Calldata of what the node received. */
export const callsIn = ({ sent }: TrialNode) =>
  sent.map((transaction) => ('calldata' in transaction ? transaction.calldata : []));
