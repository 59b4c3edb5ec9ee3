import { describe, expect, it } from '@jest/globals';
import names from '../../../test/corpus/names.json';
import { families, readCalls, readCases, tokens } from '../../../test/corpus/readCorpus';
import { createReview } from '../../../test/review/subject';
import { collectWarnings } from './collectWarnings';

/** What is high or worse in each real transaction, by the account that the corpus is written for. */
const loud = families.flatMap((family) =>
  readCases(family).flatMap((each) => {
    const account = { ...createReview().account, address: names.me };
    const subject = createReview({ account, calls: readCalls(each), tokens, balances: {} });
    return collectWarnings(subject)
      .filter(({ severity }) => severity === 'high' || severity === 'critical')
      .map(({ severity }) => `${each.name}: ${severity}`);
  }),
);

describe('the corpus of transactions', () => {
  // @promise T15.1
  it('warns loudly only of what can cost the account or its contents', () => {
    expect(loud).toEqual([
      'approval without limit: high',
      'approval of the greatest number of 128 bits: high',
      'listing on a marketplace: set_approval_for_all: high',
      'swap in one pool of Ekubo: high',
      'swap on 10KSwap for somebody else: high',
      'upgrade of an Argent account that carries a call: critical',
      'change of the owner, Argent 0.3.1: critical',
      'change of the owner, Argent 0.4.0: critical',
      'change of owners, Argent 0.5.0: critical',
      'change of the guardian, Argent 0.4.0: high',
      'removal of the guardian, Argent 0.3.1: high',
      'escape of the owner: critical',
      'escape of the guardian: high',
      'new key of an OpenZeppelin account: critical',
      'hardware signer of a Braavos account: critical',
      'removal of the hardware signer of a Braavos account: critical',
      'signers of a multisig: critical',
      'start of a session of a game: critical',
    ]);
  });
});
