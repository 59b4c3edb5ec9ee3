import { Account, outsideExecution, RpcProvider } from 'starknet';
import { ACCOUNT } from '../chain/transfers';
import type { Signed } from './paymasterServer';

/** Private key of the local chain's account that pays. */
const PRIVATE_KEY = '0x71d7bb07b9a64f6f78ac4c816aff4da9';

/** Executes what another account has signed, and pays the fee. @returns the transaction's hash */
export const createRelay =
  ({ url }: { url: string }) =>
  async ({ user_address, typed_data, signature }: Signed): Promise<string> => {
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
    const sent = await relayer.execute(outsideExecution.buildExecuteFromOutsideCall(signed), {
      tip: 0,
    });
    return sent.transaction_hash;
  };
