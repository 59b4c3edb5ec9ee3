import type { Session } from '../sessionState';
import { say } from '../texts';
import { type Facts, hexFact, strkFact, textFact } from './facts';
import type { StepName } from './path';

/** State of a step, known without running it: done, or its transaction is to be followed. */
export type Plan =
  | { readonly name: StepName; readonly facts: Facts }
  | { readonly name: 'deploy' | 'watch'; readonly followed: string };

type Known = Pick<Session, 'account' | 'balanceFri' | 'deployed'>;

/** The steps after connecting that are done already: after a reload, or a change of account. */
export function planSteps({ account, balanceFri, deployed }: Known): readonly Plan[] {
  if (!account) return [];
  const { deployHash, sentHash } = account;
  // If no node answers, what the chain said before still holds.
  const isDeployed = deployed ?? account.wasDeployed === true;
  const plans: Plan[] = [{ name: 'create', facts: accountFacts(account) }];
  if (balanceFri !== null && (balanceFri > 0n || isDeployed))
    plans.push({ name: 'fund', facts: [strkFact('balance', balanceFri)] });
  if (balanceFri === null && isDeployed)
    plans.push({ name: 'fund', facts: [textFact('balance', say('path.fact.unknownBalance'))] });
  if (isDeployed)
    plans.push({ name: 'deploy', facts: deployHash ? [hexFact('transaction', deployHash)] : [] });
  else if (deployHash && balanceFri) plans.push({ name: 'deploy', followed: deployHash });
  if (isDeployed && sentHash)
    plans.push(
      { name: 'send', facts: [hexFact('transaction', sentHash)] },
      { name: 'watch', followed: sentHash },
    );
  return plans;
}

export const accountFacts = (account: { addressIndex: number; address: string }): Facts => [
  textFact('index', String(account.addressIndex)),
  hexFact('address', account.address),
];
