import type { ReviewFacts } from '../../src/ui/review/facts';

/** A review that is one number, for tests of how reviews are shown. */
export type Amount = { amount: number };

export const plainFacts: ReviewFacts = {
  title: 'Review transaction',
  origin: 'https://dapp.example',
  network: 'Testnet (Sepolia)',
  warnings: [],
  sections: [],
};

export const amountFacts = ({ amount }: Amount): ReviewFacts => ({
  ...plainFacts,
  sections: [{ title: 'x', facts: [{ as: 'text', label: 'Amount', value: String(amount) }] }],
  fee: { expected: '0.1', maximum: '0.2', symbol: 'STRK', speed: 'normal' },
  details: [{ title: 'y', facts: [{ as: 'text', label: 'Twice', value: String(2 * amount) }] }],
});

/** Lets everything finish that needs no time. */
export const settle = () => new Promise<void>((done) => setImmediate(done));

const MOST_ROUNDS = 10_000;
/** @throws if it never becomes true: an endless loop would hang the test runner */
export async function awaitSettled(isSo: () => boolean): Promise<void> {
  for (let round = 0; !isSo(); round += 1) {
    if (round > MOST_ROUNDS) throw new Error(`It never came: ${isSo}.`);
    await settle();
  }
}
