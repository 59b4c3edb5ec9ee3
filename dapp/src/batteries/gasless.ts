import { transfer } from '../chain/calls';
import { outsideExecution } from '../scenarios/messages';
import { say, type TextRef } from '../texts';
import {
  type Answer,
  type Battery,
  type Case,
  type Expected,
  execute,
  type Facts,
  type Request,
  refused,
  replies,
  sign,
} from './battery';

/** Index of an account that nobody else uses, and that nothing here deploys or funds. */
const addressIndex = 29;
const hour = 3_600;

const addressOf = ([created]: readonly Answer[]): string => {
  if (!created || !('result' in created)) return '';
  return (created.result as { address: string }).address;
};

/** Asks for that account, which opens a dialog if the page does not see it yet, then for one thing. */
const askAsNew = (
  [id, title]: readonly [id: string, title: TextRef],
  request: (facts: Facts) => Request,
  expected: Expected,
  { dialogs, look }: Pick<Case, 'dialogs' | 'look'>,
): Case => ({
  id,
  title,
  dialogs: 1 + dialogs,
  ...(look !== undefined && { look }),
  steps: [
    {
      requests: ({ chainId }) => [
        { method: 'xnet_createAccount', params: { addressIndex, chainId } },
      ],
      expected: replies(),
    },
    {
      requests: (facts, answers) => [request({ ...facts, account: addressOf(answers) })],
      expected,
    },
  ],
});

/** The steps of a page that pays for an account that is new, and one that needs STRK. */
export const gaslessBattery: Battery = {
  id: 'gasless',
  title: say('batteries.gasless'),
  lead: say('batteries.gasless.lead'),
  cases: [
    askAsNew(
      ['deployment', say('batteries.gasless.deployment')],
      ({ account, chainId }) => ({
        method: 'xnet_getDeploymentData',
        params: { address: account, chainId },
      }),
      replies(),
      { dialogs: 0 },
    ),
    askAsNew(
      ['sign', say('batteries.gasless.sign')],
      (facts) =>
        sign(
          facts,
          outsideExecution([transfer(facts.account, 0n)], facts.chainId, {
            startSeconds: facts.nowSeconds - 60,
            endSeconds: facts.nowSeconds + hour,
          }),
        ),
      replies(),
      { dialogs: 1, look: say('batteries.gasless.sign.look') },
    ),
    askAsNew(
      ['send', say('batteries.gasless.send')],
      (facts) => execute(facts, { calls: [transfer(facts.account, 10n ** 18n)] }),
      refused('insufficientFunds', 'transactionReverts'),
      { dialogs: 1 },
    ),
  ],
};
