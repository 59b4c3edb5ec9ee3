import { ModuleError } from '@xnet/clients/errors';
import { runJob } from '../../src/flow/history/job';
import { answerUserInput, openHome, refreshHome } from '../../src/flow/home/page';
import { getLinkName, type HomePageName } from '../../src/ui/home/view';
import { shortMessage } from '../messages/shortMessage';
import { transfer } from '../node/account';
import { COMPANION } from '../sequences/world';
import type { openModule } from '../wallet/openModule';

/** The site that the comparison of journal and chain asks as. */
export const SITE = COMPANION;
/** Everything is sent to this address: nobody else pays it. */
export const RECIPIENT = '0x7e57f00d';

export type Payment = { hash: string; amount: bigint };
type Opened = ReturnType<typeof openModule>;
type Bed = {
  opened: Opened;
  addresses: readonly string[];
  random: () => number;
  /** Payments by the answers to the site. */
  payments: Payment[];
};

const links: readonly HomePageName[] = [
  'history',
  'tokens',
  'account',
  'sites',
  'settings',
  'main',
];

/** Random acts of users, sites and the wallet's clock; a number makes each unique. */
export function createOperations({ opened, addresses, random, payments }: Bed) {
  const { invoke, module } = opened;
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const operations: Record<string, (number: number) => Promise<unknown>> = {
    async transfer(number) {
      const amount = BigInt(number);
      const params = { address: pick(addresses), calls: transfer(amount, RECIPIENT) };
      const hash = await invoke('xnet_executeTxn', params, SITE).then(
        ({ transaction_hash }) => String(transaction_hash),
        (error) => {
          // It may have arrived: its error says by which hash to follow it.
          if (error instanceof ModuleError && typeof error.data.hash === 'string')
            payments.push({ hash: error.data.hash, amount });
          throw error;
        },
      );
      payments.push({ hash, amount });
    },
    message: (number) =>
      invoke(
        'xnet_signMessage',
        {
          signerAddress: pick(addresses),
          typedDataMessage: shortMessage({ text: `Order ${number}` }),
        },
        SITE,
      ),
    history: () => invoke('xnet_getTransactions', { senderAddress: pick(addresses) }, SITE),
    status: () => {
      const hash = payments.length > 0 ? pick(payments).hash : '0x1';
      return invoke('xnet_getTransactionStatus', { transactionHash: hash }, SITE);
    },
    async page() {
      const id = await openHome(module);
      await refreshHome(module, id);
      for (let press = 0; press < 2; press += 1)
        await answerUserInput(module, id, {
          type: 'ButtonClickEvent',
          name: getLinkName(pick(links)),
        });
    },
    job: () => runJob(module),
  };
  const weighted = ['transfer', 'transfer', 'transfer', ...Object.keys(operations)];
  return {
    /** @returns the name of an operation, and what it does */
    next(number: number) {
      const name = pick(weighted);
      return { name, run: () => operations[name]?.(number) };
    },
  };
}
