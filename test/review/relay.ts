import { Account, legacyDeployer, outsideExecution, RpcProvider } from 'starknet';
import { ACCOUNT } from '../chain/transfers';
import type { Deployment, Signed } from './paymasterServer';

/** Private key of the local chain's account that pays. */
const PRIVATE_KEY = '0x71d7bb07b9a64f6f78ac4c816aff4da9';

/** By the Universal Deployer, at the address that the account has without it. */
const deployAccount = ({ class_hash, salt, calldata }: Deployment) => {
  const payload = { classHash: class_hash, salt, constructorCalldata: calldata, unique: false };
  return legacyDeployer.buildDeployerCall(payload, ACCOUNT).calls;
};

/**
 * Executes what another account has signed, which it deploys first if it is told how, and pays the
 * fee. @returns the transaction's hash
 */
export const createRelay =
  ({ url }: { url: string }) =>
  async (
    { user_address, typed_data, signature }: Signed,
    deployment?: Deployment,
  ): Promise<string> => {
    // Its nonce includes pending transactions.
    const provider = new RpcProvider({ nodeUrl: url, blockIdentifier: 'pre_confirmed' });
    const relayer = new Account({ provider, address: ACCOUNT, signer: PRIVATE_KEY });
    const { message } = typed_data;
    const calls = message.Calls as { To: string; Selector: string; Calldata: string[] }[];
    const signed = {
      outsideExecution: {
        caller: String(message.Caller),
        nonce: String(message.Nonce),
        execute_after: Number(message['Execute After']),
        execute_before: Number(message['Execute Before']),
        calls: calls.map(({ To, Selector, Calldata }) => ({
          to: To,
          selector: Selector,
          calldata: Calldata,
        })),
      },
      signature,
      signerAddress: user_address,
      version: '2' as const,
    };
    const execution = outsideExecution.buildExecuteFromOutsideCall(signed);
    const sent = await relayer.execute(
      [...(deployment ? deployAccount(deployment) : []), ...execution],
      { tip: 0 },
    );
    return sent.transaction_hash;
  };
