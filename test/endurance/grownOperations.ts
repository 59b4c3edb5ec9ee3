import { runJob } from '../../src/flow/history/job';
import { answerUserInput, openHome, refreshHome } from '../../src/flow/home/page';
import { getLinkName, type HomePageName, homeParts } from '../../src/ui/home/view';
import { shortMessage } from '../messages/shortMessage';
import { transfer } from '../node/account';
import { getSite } from '../wallet/filledState';
import type { Counted } from './counts';

/** A common operation of users and sites. */
export type Operation = {
  name: string;
  /** Takes the steps that precede it, and are not measured. @returns the operation itself */
  prepare(module: Counted): Promise<() => Promise<unknown>>;
  /** Whether the answer is what it is with a small state. */
  isRight?(answer: unknown): boolean;
};

const SITE = getSite(0);
const LISTED = 25;
const typedDataMessage = shortMessage({ text: 'Hello' });
const hasLength = (count: number) => (answer: unknown) =>
  Array.isArray(answer) && answer.length === count;

const isSignature = (answer: unknown) => /^0x[\da-f]+,0x[\da-f]+$/u.test(String(answer));

const page: Operation = {
  name: 'the page',
  prepare:
    async ({ module }) =>
    async () =>
      refreshHome(module, await openHome(module)),
};

const press = (name: string, button: string): Operation => ({
  name: `the page’s ${name}`,
  async prepare({ module }) {
    const id = await openHome(module);
    return () => answerUserInput(module, id, { type: 'ButtonClickEvent', name: button });
  },
});

const links: readonly HomePageName[] = [
  'send',
  'history',
  'tokens',
  'account',
  'sites',
  'contacts',
  'settings',
  'activity',
];

const job: Operation = {
  name: 'the job',
  prepare:
    async ({ module }) =>
    () =>
      runJob(module),
};

/** @param address of the first account, which is deployed and has half of the records */
export function listOperations(address: string): readonly Operation[] {
  const ask = (
    method: string,
    params: object,
    isRight: (answer: unknown) => boolean,
    { name = method, origin = SITE } = {},
  ): Operation => ({
    name,
    isRight,
    prepare: async (module) => () => module.invoke(method, params, origin),
  });
  const seesTwo = hasLength(2);
  return [
    page,
    ...links.map((link) => press(link, getLinkName(link))),
    press('next accounts', `${homeParts.turn}1`),
    ask('xnet_executeTxn', { address, calls: transfer(1n) }, (answer) =>
      /^0x[\da-f]+$/u.test((answer as { transaction_hash: string }).transaction_hash),
    ),
    ask('xnet_signMessage', { signerAddress: address, typedDataMessage }, isSignature),
    ask(
      'xnet_getTransactions',
      { senderAddress: address, pageSize: LISTED, onlyFromState: true },
      hasLength(LISTED),
    ),
    ask('xnet_listAccounts', {}, seesTwo, { name: 'a site’s accounts' }),
    ask('xnet_listAccounts', {}, seesTwo, {
      name: 'a new site’s connecting',
      origin: 'https://new.example',
    }),
    job,
  ];
}
