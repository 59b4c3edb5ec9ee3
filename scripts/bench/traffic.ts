import { openAccount, transfer } from '../../test/node/account';
import { withHistory } from '../../test/wallet/history';
import { openModule } from '../../test/wallet/openModule';

export type Traffic = {
  /** Number of the account's records in state. */
  records: number;
  /** Bytes of JSON that a request reads from and writes to the wallet's state. */
  requests: { method: string; read: number; bytesWritten: number }[];
};

const chainId = '0x534e5f5345504f4c4941';
/** Account indexes not used by other measurements. */
const FIRST_INDEX = 1_000;

/** Measures requests of accounts that differ only in the number of their records. */
export async function measureTraffic(
  chainUrl: string,
  counts: readonly number[],
): Promise<Traffic[]> {
  const measured: Traffic[] = [];
  for (const [order, records] of counts.entries()) {
    const addressIndex = FIRST_INDEX + order;
    const { address } = await openAccount(chainUrl, { addressIndex });
    const empty = openModule({ sepoliaUrl: chainUrl });
    await empty.invoke('xnet_createAccount', { addressIndex });
    // As a side effect, the module records that the account is deployed.
    await empty.invoke('xnet_estimateFee', { address, invocations: transfer(1n) });
    const stored = withHistory(empty.state, { chainId, addresses: [address], count: records });
    const module = openModule({ sepoliaUrl: chainUrl, stored });

    const requests: Traffic['requests'] = [];
    const measure = async (method: string, params: object) => {
      const trafficBefore = { ...module.traffic };
      const reply = await module.invoke(method, params);
      requests.push({
        method,
        read: module.traffic.read - trafficBefore.read,
        bytesWritten: module.traffic.written - trafficBefore.written,
      });
      return reply;
    };
    await module.invoke('xnet_getCurrentNetwork');
    const execution = await measure('xnet_executeTxn', { address, calls: transfer(1n) });
    await measure('xnet_getTransactionStatus', { transactionHash: execution.transaction_hash });
    const list = await measure('xnet_getTransactions', {
      senderAddress: address,
      onlyFromState: true,
    });
    if (list.length !== Math.min(10, records + 1)) throw new Error('The records are not found.');
    await measure('xnet_getCurrentNetwork', {});
    measured.push({ records, requests });
  }
  return measured;
}
