import { describe, expect, it } from '@jest/globals';
import { exampleInvocation } from '../../../test/chain/exampleInvocation';
import { change, createPreview, createReview, party, strk } from '../../../test/review/subject';
import { chainIds, type NamedNetwork, networks } from '../../schema/primitives';
import type { InvokeTransaction } from '../../starknet/transactions/transaction';
import { listRecipients, previewFacts, signedFields } from './describe';

const [mainnet, sepolia] = networks as [(typeof networks)[number], (typeof networks)[number]]; // both

/** A value in every field, and no two alike. */
const example: InvokeTransaction = {
  ...exampleInvocation,
  calldata: ['0x11', '0x12'],
  paymaster_data: ['0x13'],
  account_deployment_data: ['0x14'],
};
const writeFields = (changes: Partial<InvokeTransaction> = {}, network: NamedNetwork = sepolia) => {
  const transaction = { ...example, ...changes };
  return JSON.stringify(signedFields(transaction, network, transaction.sender_address));
};

describe('signedFields of an invocation', () => {
  // @promise T1.1
  it('shows every felt that its hash covers, and the network', () => {
    const { sender_address, calldata, paymaster_data, account_deployment_data } = example;
    for (const felt of [sender_address, ...calldata, ...paymaster_data, ...account_deployment_data])
      expect(writeFields()).toContain(felt);
    expect(writeFields()).toContain(chainIds.sepolia);
    expect(writeFields({}, mainnet)).toContain('Mainnet');
  });

  it('names the network as the rest of the dialog does', () => {
    const name = { say: 'review.localChain' } as const;
    const fields = writeFields({}, { ...sepolia, name });
    expect(fields).toContain(JSON.stringify(name));
    expect(fields).not.toContain(sepolia.name);
  });

  // @promise T1.1
  it('shows another value in any field as another', () => {
    const { resource_bounds } = example;
    const bounds = (['l1_gas', 'l1_data_gas', 'l2_gas'] as const).flatMap((kind) =>
      (['max_amount', 'max_price_per_unit'] as const).map((part) => ({
        resource_bounds: {
          ...resource_bounds,
          [kind]: { ...resource_bounds[kind], [part]: '0x77' },
        },
      })),
    );
    const changes: Partial<InvokeTransaction>[] = [
      ...bounds,
      { nonce: '0x77' },
      { tip: '0x77' },
      { sender_address: '0x77' },
      { calldata: ['0x11'] },
      { paymaster_data: [] },
      { account_deployment_data: [] },
      { nonce_data_availability_mode: 'L2' },
      { fee_data_availability_mode: 'L2' },
    ];
    const all = [
      writeFields(),
      writeFields({}, mainnet),
      ...changes.map((change) => writeFields(change)),
    ];
    expect(new Set(all).size).toBe(changes.length + 2);
  });
});

describe('listRecipients', () => {
  // @promise P7.1
  it('lists who gets what leaves the account, neither senders nor spenders', () => {
    const { friend, stranger, router, savings, strk: token } = party;
    const preview = createPreview(
      change('send', token, strk(1), friend),
      change('receive', token, strk(2), stranger),
      change('allow', token, strk(3), router),
      change('send', token, strk(4), savings),
    );
    expect(listRecipients(preview)).toEqual([friend, savings]);
    expect(listRecipients({ state: 'unknown', why: 'It hung up.' })).toEqual([]);
  });
});

describe('previewFacts', () => {
  const { tokens } = createReview();
  const facts = (...changes: Parameters<typeof createPreview>) => {
    const preview = previewFacts(createPreview(...changes), tokens);
    return preview.state === 'known' ? preview.changes : [];
  };

  it('counts pieces of a collection one by one, whatever decimals its contract reports', () => {
    const { friend, strk: token } = party;
    const standard = 'erc1155' as const;
    expect(facts(change('send', token, '3', friend, { standard, tokenId: '7' }))).toMatchObject([
      { amount: '3', tokenId: '7' },
    ]);
    expect(facts(change('send', token, strk(3), friend))).toMatchObject([{ amount: '3' }]);
  });

  // @promise P7.1
  it('counts a token in its smallest units if its decimals are not known', () => {
    const { friend, stranger, strk: token } = party;
    const [unknown, known] = facts(
      change('send', stranger, '500', friend),
      change('send', token, strk(3), friend),
    );
    expect(unknown).toMatchObject({ amount: '500', isSmallest: true, verified: false });
    expect(known).not.toHaveProperty('isSmallest');
  });

  // @promise P7.1
  it('names the spender of an allowance, and of nothing else', () => {
    const { friend, router, strk: token } = party;
    const [allowed, sent] = facts(
      change('allow', token, strk(3), router),
      change('send', token, strk(3), friend),
    );
    expect(allowed).toMatchObject({ kind: 'allow', spender: router });
    expect(sent).not.toHaveProperty('spender');
  });
});
