import { createAct, type Family, type MeaningRule, quantity, type Scene, toOther } from './form';
import type { Act, NamelessMeaning } from './meaning';

/** An amount of a token in a market such as zkLend's (zklend-v1-core, src/interfaces.cairo). */
const market = (act: Act): MeaningRule => [
  'an',
  (scene, token, amount) => createAct(scene, act, {}, quantity(token, amount)),
  'lending',
];
const whole = (act: Act): MeaningRule[] => [
  ['a', (scene, token) => createAct(scene, act, {}, quantity(token, '0')), 'lending'],
];

/** Amount in Vesu, a signed change: 0 in shares or 1 in assets, the number, 1 if negative. */
type AmountForm = readonly [unit: string, amount: string, isLess: string];

/** A loan position in Vesu; several changes at once, and those in shares, appear in the details. */
function position(
  scene: Scene,
  user: string,
  [collateral, [unit, amount, isLess]]: readonly [string, AmountForm],
  [debt, [debtUnit, debtAmount, isRepaid]]: readonly [string, AmountForm],
): NamelessMeaning | undefined {
  if (user !== scene.account) return undefined;
  if (debtAmount === '0' && unit === '1')
    return createAct(
      scene,
      isLess === '1' ? 'withdraw' : 'deposit',
      {},
      quantity(collateral, amount),
    );
  if (amount === '0' && debtUnit === '1')
    return createAct(scene, isRepaid === '1' ? 'repay' : 'borrow', {}, quantity(debt, debtAmount));
  return createAct(scene, 'changePosition');
}

// EkuboProtocol/starknet-contracts, src/types: PoolKey and Bounds; TWAMM's OrderKey.
const POSITION = 'aannanbnb';
const openingRules: MeaningRule[] = [
  [`${POSITION}n`, (scene) => createAct(scene, 'openPosition'), 'positions'],
];
const closed = (form: string): MeaningRule => [
  form,
  (scene, _id, first, second, ...values) =>
    createAct(
      scene,
      'removeLiquidity',
      {},
      quantity(first, values[8] ?? ''),
      quantity(second, values[9] ?? ''),
    ),
  'positions',
];

/** Lending, and deposits into pools. */
export const lending: Family = {
  deposit: [market('deposit')],
  withdraw: [market('withdraw'), closed(`n${POSITION}nnnb`)],
  borrow: [market('borrow')],
  repay: [market('repay')],
  withdraw_all: whole('withdrawAll'),
  repay_all: whole('repayAll'),
  enable_collateral: whole('collateralOn'),
  disable_collateral: whole('collateralOff'),

  // vesuxyz/vesu-v1 and vesu-v2, src/data_model.cairo: ModifyPositionParams
  modify_position: [
    [
      'aaanubnub',
      (scene, collateral, debt, user, a, b, c, d, e, f) =>
        position(scene, user, [collateral, [a, b, c]], [debt, [d, e, f]]),
      'vesu',
    ],
    [
      'caaannubnnub[c]',
      // Target amounts, which are not changes, appear in the details.
      (scene, _pool, collateral, debt, user, target, a, b, c, debtTarget, d, e, f) => {
        if (target === '0' && debtTarget === '0')
          return position(scene, user, [collateral, [a, b, c]], [debt, [d, e, f]]);
        return createAct(scene, 'changePosition');
      },
      'vesu1',
    ],
  ],

  // JediSwap's and 10KSwap's routers, like Uniswap V2.
  add_liquidity: [
    [
      'aauuuuan',
      (scene, first, second, maximum, mostOther, _least, _leastOther, to) =>
        createAct(
          scene,
          'addLiquidity',
          toOther(scene, to),
          quantity(first, maximum),
          quantity(second, mostOther),
        ),
      'router',
    ],
  ],
  remove_liquidity: [
    [
      'aauuuan',
      (scene, first, second, _shares, minimum, leastOther, to) =>
        createAct(
          scene,
          'removeLiquidity',
          toOther(scene, to),
          quantity(first, minimum),
          quantity(second, leastOther),
        ),
      'router',
    ],
  ],
  mint_and_deposit: openingRules,
  mint_and_deposit_and_clear_both: openingRules,
  withdraw_v2: [closed(`n${POSITION}nnn`)],
  collect_fees: [[`n${POSITION}`, (scene) => createAct(scene, 'collectFees'), 'positions']],
  mint_and_increase_sell_amount: [
    [
      'aannnn',
      (scene, token, _into, _fee, _start, _end, amount) =>
        createAct(scene, 'sellOverTime', {}, quantity(token, amount)),
      'positions',
    ],
  ],
};
