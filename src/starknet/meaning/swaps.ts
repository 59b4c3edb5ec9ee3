import {
  createAct,
  type Family,
  type MeaningRule,
  type Part,
  quantity,
  type Scene,
  type Tell,
  texts,
  toOther,
} from './form';
import type { Bound, NamelessMeaning, Quantity } from './meaning';

type Side = Quantity & { readonly bound: Bound };

const swap = (
  scene: Scene,
  sell: Side | null,
  buy: Side,
  to: string,
): Extract<NamelessMeaning, { kind: 'swap' }> => ({
  kind: 'swap',
  router: scene.contract,
  name: scene.listedContract?.name ?? null,
  sell,
  buy,
  ...toOther(scene, to),
});
const soldExactly = (token: string, amount: string): Side => ({ token, amount, bound: 'exactly' });
const atLeast = (token: string, amount: string): Side => ({ token, amount, bound: 'atLeast' });
const soldAtMost = (token: string, amount: string): Side => ({ token, amount, bound: 'atMost' });

/** avnu-labs/avnu-contracts-v2, src/models.cairo: the earlier Route, and RouteSwap. */
const avnu = (form: string, tell: Tell): MeaningRule[] =>
  ['[aaan[c]]', '[aa{an[c]|an[c][an[c]]}]'].map((routes) => [form + routes, tell, 'avnu']);

// EkuboProtocol/starknet-contracts, src/interfaces/router.cairo: RouteNode, TokenAmount.
const NODE = 'aannaun';
const AMOUNT = 'anb';

/** End of a route from this token; undefined if its pools do not connect. */
function followRoute(start: string, nodes: readonly Part[]): string | undefined {
  let token: string | undefined = start;
  for (const node of nodes) {
    const [first, second] = texts(node);
    if (token !== first && token !== second) return undefined;
    token = token === first ? second : first;
  }
  if (nodes.length > 0) return token;
  return undefined;
}

/** Nodes, token, amount, and whether the amount is the output. */
type Leg = readonly Part[];

/** Legs between the same two tokens in the same direction; the given amount is exact. */
function ekubo(scene: Scene, legs: readonly Leg[]): NamelessMeaning | undefined {
  const [start = '', , isOut = ''] = texts(legs[0]?.slice(1));
  const ends = new Set(
    legs.map(([nodes, token, , isGivenOut]) => {
      if (token === start && isGivenOut === isOut && typeof nodes !== 'string')
        return followRoute(start, nodes ?? []);
      return undefined;
    }),
  );
  const [end] = ends;
  if (ends.size !== 1 || end === undefined || end === start) return undefined;
  const total = legs.reduce((sum, [, , amount]) => sum + BigInt(`${amount}`), 0n);
  const soldAmount = soldExactly(start, `${total}`);
  // The router keeps the output until `clear` collects it and checks the minimum.
  if (isOut === '1') return { ...swap(scene, null, soldAmount, scene.contract), isPrepaid: true };
  return { ...swap(scene, soldAmount, atLeast(end, '0'), scene.contract), isPrepaid: true };
}

const clear = (form: string): MeaningRule[] => [
  [
    form,
    (scene, token, amount = '0', to = scene.account) =>
      createAct(scene, 'clear', toOther(scene, to), quantity(token, amount)),
    'ekubo positions',
  ],
];

/** Uniswap V2, as in JediSwap and 10KSwap: two amounts along a path. */
const uniswap = (
  sides: (from: string, into: string, first: string, second: string) => readonly [Side, Side],
): MeaningRule[] => [
  [
    'uu[a]an',
    (scene, first, second, _path, to) => {
      const path = texts(scene.partsOf(2));
      const [from, into] = [path[0] ?? '', path.at(-1) ?? ''];
      if (from === into) return undefined;
      return swap(scene, ...sides(from, into, first, second), to);
    },
  ],
];
const exactIn = uniswap((from, into, sold, minimum) => [
  soldExactly(from, sold),
  atLeast(into, minimum),
]);

export const swaps: Family = {
  multi_route_swap: avnu('auauuana', (scene, from, sold, into, _quoted, minimum, to) =>
    swap(scene, soldExactly(from, sold), atLeast(into, minimum), to),
  ),
  swap_exact_token_to: avnu('auuauana', (scene, from, _quoted, maximum, into, bought, to) =>
    swap(scene, soldAtMost(from, maximum), soldExactly(into, bought), to),
  ),
  swap: [
    [
      NODE + AMOUNT,
      (scene, first, second, _fee, _spacing, _extension, _limit, _skip, ...swapParts) =>
        ekubo(scene, [[[[first, second]], ...swapParts]]),
      'ekubo',
    ],
  ],
  multihop_swap: [
    [
      `[${NODE}]${AMOUNT}`,
      (scene, _route, ...swapParts) => ekubo(scene, [[scene.partsOf(0), ...swapParts]]),
      'ekubo',
    ],
  ],
  multi_multihop_swap: [
    [
      `[[${NODE}]${AMOUNT}]`,
      (scene) =>
        ekubo(
          scene,
          scene.partsOf(0).map((leg) => [leg].flat()),
        ),
      'ekubo',
    ],
  ],
  clear: clear('a'),
  clear_minimum: clear('au'),
  clear_minimum_to_recipient: clear('aua'),
  swap_exact_tokens_for_tokens: exactIn,
  swap_exact_tokens_for_tokens_supporting_fee_on_transfer_tokens: exactIn,
  swap_tokens_for_exact_tokens: uniswap((from, into, bought, maximum) => [
    soldAtMost(from, maximum),
    soldExactly(into, bought),
  ]),
};
