import { createAct, type Family, type MeaningRule, toOther } from './form';
import type { NamelessMeaning } from './meaning';

type StakeChange = Extract<NamelessMeaning, { kind: 'stake' }>['change'];

/** A change to a stake; the last number is the amount, the first address the beneficiary. */
const stake = (change: StakeChange, form: string, restriction?: string): MeaningRule => [
  form,
  (scene, ...values) => {
    const { contract, listedContract } = scene;
    const amount = values[form.indexOf('n')] ?? null;
    const [first = ''] = values;
    return {
      kind: 'stake',
      contract,
      change,
      amount,
      ...(listedContract?.token && { token: listedContract.token }),
      ...(form.startsWith('a') && toOther(scene, first)),
    };
  },
  restriction,
];

/** starkware-libs/starknet-staking, src/staking/interface.cairo and src/pool/interface.cairo */
export const staking: Family = {
  // Versions before 1 also take whether to open a pool, and its commission.
  stake: [stake('enter', 'aan', 'staking'), stake('enter', 'aanbn', 'staking')],
  increase_stake: [stake('increase', 'an', 'staking')],
  unstake_intent: [stake('announceExit', '', 'staking')],
  unstake_action: [stake('exit', 'a', 'staking')],
  claim_rewards: [stake('claim', 'a', 'staking')],

  // Each staker creates a pool of their own, so no list of pools exists.
  enter_delegation_pool: [stake('enter', 'an')],
  add_to_delegation_pool: [stake('increase', 'an')],
  exit_delegation_pool_intent: [stake('announceExit', 'n')],
  exit_delegation_pool_action: [stake('exit', 'a')],
  switch_delegation_pool: [
    ['aan', (scene, _staker, to, assets) => createAct(scene, 'stakeMove', { assets, to })],
  ],
  change_reward_address: [['a', (scene, to) => createAct(scene, 'stakeRewardsTo', { to })]],
};
