import { actOf, type Family, type MeaningRule, toOther } from './form';
import type { Told } from './meaning';

type StakeChange = Extract<Told, { kind: 'stake' }>['change'];

/** What a call does to a stake; its last number is the amount, its first address whom it is for. */
const stake = (change: StakeChange, form: string, where?: string): MeaningRule => [
  form,
  (scene, ...values) => {
    const { contract, known } = scene;
    const amount = values[form.indexOf('n')] ?? null;
    const [first = ''] = values;
    return {
      kind: 'stake',
      contract,
      change,
      amount,
      ...(known?.token && { token: known.token }),
      ...(form.startsWith('a') ? toOther(scene, first) : {}),
    };
  },
  where,
];

/** starkware-libs/starknet-staking, src/staking/interface.cairo and src/pool/interface.cairo */
export const staking: Family = {
  // Before version 1 with whether to open a pool, and its commission.
  stake: [stake('enter', 'aan', 'staking'), stake('enter', 'aanbn', 'staking')],
  increase_stake: [stake('increase', 'an', 'staking')],
  unstake_intent: [stake('announceExit', '', 'staking')],
  unstake_action: [stake('exit', 'a', 'staking')],
  claim_rewards: [stake('claim', 'a', 'staking')],

  // Pools are made by stakers: there is one for each of them, and no list.
  enter_delegation_pool: [stake('enter', 'an')],
  add_to_delegation_pool: [stake('increase', 'an')],
  exit_delegation_pool_intent: [stake('announceExit', 'n')],
  exit_delegation_pool_action: [stake('exit', 'a')],
  switch_delegation_pool: [
    ['aan', (scene, _staker, to, assets) => actOf(scene, 'stakeMove', { assets, to })],
  ],
  change_reward_address: [['a', (scene, to) => actOf(scene, 'stakeRewardsTo', { to })]],
};
