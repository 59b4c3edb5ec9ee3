import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  approve,
  approveAll,
  change,
  createAddressBook,
  createCall,
  createContract,
  createMessage,
  createPreview,
  createReview,
  inEnglish,
  party,
  strk,
  swap,
  tells,
  usdc,
} from '../../../test/review/subject';
import { accountClasses } from '../../starknet/accounts/classes';
import type { ReadCall } from '../transactions/review';
import { approvalAll, approvalAmount, approvalSpender } from './approval';

describe('approvalAmount', () => {
  const { usdc: token, router, stranger } = party;
  const UNLIMITED = String(2n ** 256n - 1n);
  const toEth = (amount: string, at = router) =>
    swap(at, { token, amount }, { token: party.eth, amount: strk(0.03) });

  it.each([
    ['all of 256 bits', UNLIMITED],
    ['all of a felt', String(2n ** 251n + 17n * 2n ** 192n)],
    ['all of 128 bits', String(2n ** 128n - 1n)],
  ])('warns of an allowance of %s', (_, amount) => {
    const [warning] = approvalAmount(createReview({ calls: [approve(token, stranger, amount)] }));
    expect(warning).toMatchObject({ severity: 'high', rule: 'approvalUnlimited' });
    const text = warning && inEnglish(warning.text);
    expect(text).toMatch(/^0x 03f1 .* could take everything you have of the token USDC,/u);
  });

  // @promise T10.4
  it.each([
    ['one less than all of 128 bits', String(2n ** 128n - 2n), {}],
    ['more than any token has', String(2n ** 112n), {}],
    ['more than there is', '1001', { unlimitedFrom: '1001' }],
  ])('warns of an allowance of %s as one without limit', (_, amount, facts) => {
    const { tokens } = createReview();
    const [usdc, meme] = [token, party.meme].map((address) => ({
      address,
      symbol: 'USDC',
      decimals: 6,
      verified: false,
      ...tokens[address],
      ...facts,
    }));
    const about = { ...tokens, ...(usdc && meme && { [token]: usdc, [party.meme]: meme }) };
    for (const one of [token, party.meme]) {
      const calls = [approve(one, stranger, amount)];
      expect(tells(approvalAmount, { tokens: about, calls })).toEqual([
        'high: Unlimited access to a token',
      ]);
    }
  });

  it('warns of an allowance that only the simulation shows', () => {
    const calls = [createCall(stranger, 'claim')];
    const preview = createPreview(change('allow', token, UNLIMITED, stranger));
    expect(tells(approvalAmount, { calls, preview })).toEqual([
      'high: Unlimited access to a token',
    ]);
    const both = [approve(token, stranger, usdc(1))];
    expect(tells(approvalAmount, { calls: both, preview })).toHaveLength(1);
  });

  it('lowers the severity for an unlimited allowance that a listed exchange uses', () => {
    const calls = [approve(token, router, UNLIMITED), toEth(usdc(100))];
    expect(tells(approvalAmount, { calls })).toEqual(['caution: Unlimited access to a token']);
    expect(tells(approvalAmount, { calls: calls.slice(0, 1) })).toEqual([
      'high: Unlimited access to a token',
    ]);
    const fake = [approve(token, stranger, UNLIMITED), toEth(UNLIMITED, stranger)];
    expect(tells(approvalAmount, { calls: fake })).toEqual(['high: Unlimited access to a token']);
  });

  it('warns of more than ten times the balance', () => {
    const about = (amount: string) =>
      tells(approvalAmount, { calls: [approve(token, stranger, amount)] });
    expect(about(usdc(5001))).toEqual(['caution: Approval far above your balance']);
    expect(about(usdc(5000))).toEqual([]);
    const calls = [approve(token, router, usdc(5001)), toEth(usdc(100))];
    expect(tells(approvalAmount, { calls })).toEqual(['info: Approval far above your balance']);
  });

  it('warns of more than the same transaction uses', () => {
    const about = (amount: string, at: string) =>
      tells(approvalAmount, { calls: [approve(token, at, amount), toEth(usdc(100), at)] });
    expect(about(usdc(101), router)).toEqual(['info: Approval above what is needed']);
    expect(about(usdc(101), stranger)).toEqual(['caution: Approval above what is needed']);
    expect(about(usdc(100), stranger)).toEqual([]);
  });

  it('shows both amounts exactly', () => {
    const text = (...calls: ReadCall[]) =>
      approvalAmount(createReview({ calls })).map((warning) => inEnglish(warning.text))[0];
    const more = approve(token, router, usdc(60), { more: true });
    expect(text(more, more, toEth(usdc(60)), toEth(usdc(40)))).toBe(
      'This needs 100 USDC at most, but AVNU could take up to 120 USDC. The rest stays open until you revoke it.',
    );
  });

  it('counts what a listed contract takes by other acts, and no other token', () => {
    const deposit = createCall(router, 'deposit', {
      kind: 'act',
      contract: router,
      name: 'AVNU',
      act: 'deposit',
      quantities: [{ token, amount: usdc(600) }],
    });
    const about = (amount: number, use: ReadCall) =>
      tells(approvalAmount, { calls: [approve(token, router, usdc(amount)), use] });
    expect(about(600, deposit)).toEqual([]);
    expect(about(601, deposit)).toEqual(['info: Approval above what is needed']);
    const other = swap(
      router,
      { token: party.strk, amount: usdc(9000) },
      { token: party.eth, amount: '1' },
    );
    expect(about(9000, other)).toEqual(['caution: Approval far above your balance']);
  });

  it('does not take the use that an unknown contract tells for an excuse', () => {
    const calls = [approve(token, stranger, usdc(9000)), toEth(usdc(9000), stranger)];
    expect(tells(approvalAmount, { calls })).toEqual(['caution: Approval far above your balance']);
  });

  it('ignores exact, modest, withdrawn and foreign allowances', () => {
    const silent = [
      [approve(token, router, usdc(100)), toEth(usdc(100))],
      // Bought on the way, so it is above the balance.
      [approve(token, router, usdc(9000)), toEth(usdc(9000))],
      [approve(token, stranger, usdc(500))],
      [approve(token, stranger, '0')],
      [approve(token, party.savings, UNLIMITED)],
      [approve(token, stranger, UNLIMITED, { owner: party.friend })],
      [approve(party.punks, stranger, UNLIMITED, { standard: 'erc721', tokenId: '7' })],
      [approve(party.meme, stranger, usdc(9000))],
    ];
    for (const calls of silent) expect(tells(approvalAmount, { calls })).toEqual([]);
    const preview = createPreview(change('allow', token, '0', stranger));
    expect(tells(approvalAmount, { preview })).toEqual([]);
  });

  it('counts what staking takes', () => {
    const pool = '0x00ca1702e64c81d9a07b86bd2c540188d92a2c73cf5cc0e508d949015e7e84a7';
    const enter = { kind: 'stake', contract: pool, change: 'enter', amount: strk(20) } as const;
    const stake = createCall(pool, 'stake', { ...enter, token: party.strk });
    const about = (amount: number) =>
      tells(approvalAmount, { calls: [approve(party.strk, pool, strk(amount)), stake] });
    expect(about(20)).toEqual([]);
    expect(about(21)).toEqual(['info: Approval above what is needed']);
  });

  // @promise T11.5
  it.each(['noKey', 'frozen', 'guardian'] as const)(
    'warns of an own account as a spender that cannot be used (%s)',
    (obstacle) => {
      const accounts = createAddressBook().accounts.map((one) => ({ ...one, obstacle }));
      const calls = [approve(token, party.savings, UNLIMITED)];
      expect(tells(approvalAmount, { calls, addresses: createAddressBook({ accounts }) })).toEqual([
        'high: Unlimited access to a token',
      ]);
    },
  );

  it('warns of a permit that an own account has signed', () => {
    const permit = approve(token, stranger, UNLIMITED, { owner: party.savings });
    expect(approvalAmount(createMessage({ calls: [permit] }))).toHaveLength(1);
  });

  it('adds up allowances that come on top of one another', () => {
    const half = approve(token, stranger, String(2n ** 111n), { more: true });
    expect(tells(approvalAmount, { calls: [half, half] })).toEqual([
      'high: Unlimited access to a token',
    ]);
    expect(tells(approvalAmount, { calls: [half] })).toEqual([
      'caution: Approval far above your balance',
    ]);
  });

  it('reads the number of a piece as no amount', () => {
    const about = (amount: string) =>
      tells(approvalAmount, { calls: [approve(token, stranger, amount, { unsure: true })] });
    expect(about(usdc(9000))).toEqual([]);
    expect(about(String(2n ** 128n - 1n))).toHaveLength(1);
  });

  // @promise T15.3
  it('rises, or stays, with the amount', () => {
    const rank = { info: 1, caution: 2, high: 3, critical: 4 };
    const amount = fc.bigInt(1n, 2n ** 256n - 1n);
    fc.assert(
      fc.property(amount, amount, fc.boolean(), (a, b, known) => {
        const [less, more] = a < b ? [a, b] : [b, a];
        const worst = (one: bigint) => {
          const at = known ? router : stranger;
          const calls = [approve(token, at, String(one)), toEth(usdc(100), at)];
          return Math.max(
            0,
            ...approvalAmount(createReview({ calls })).map((w) => rank[w.severity]),
          );
        };
        expect(worst(less)).toBeLessThanOrEqual(worst(more));
      }),
      { numRuns: 200 },
    );
  });
});

describe('approvalAll', () => {
  const { punks, stranger, router } = party;

  // @promise T15.3
  it('warns of access to a whole collection, less severely for a listed contract', () => {
    expect(tells(approvalAll, { calls: [approveAll(punks, stranger)] })).toEqual([
      'high: Access to a whole collection',
    ]);
    expect(tells(approvalAll, { calls: [approveAll(punks, router)] })).toEqual([
      'caution: Access to a whole collection',
    ]);
  });

  it('warns of an access that only the simulation shows', () => {
    const preview = createPreview(change('allow', punks, '1', stranger, { standard: 'erc1155' }));
    expect(tells(approvalAll, { preview })).toEqual(['high: Access to a whole collection']);
  });

  it('ignores its end, single pieces, amounts and own accounts', () => {
    const calls = [
      approveAll(punks, stranger, false),
      approveAll(punks, party.savings),
      approve(punks, stranger, '1', { standard: 'erc721', tokenId: '7' }),
      approve(party.usdc, stranger, '1'),
    ];
    const piece = change('allow', punks, '1', stranger, { standard: 'erc721', tokenId: '7' });
    expect(tells(approvalAll, { calls, preview: createPreview(piece) })).toEqual([]);
  });
});

describe('approvalSpender', () => {
  const { usdc, punks, stranger, router } = party;
  const calls = [approve(usdc, stranger, '5')];
  const UNKNOWN = 'Approval for an unknown contract';
  const ARGENT = accountClasses.argent040.classHash;

  it('warns of an unlisted contract, for an amount, a piece or all', () => {
    const piece = approve(punks, stranger, '1', { standard: 'erc721', tokenId: '7' });
    for (const call of [...calls, piece, approveAll(punks, stranger)])
      expect(tells(approvalSpender, { calls: [call] })).toEqual([`caution: ${UNKNOWN}`]);
    const allows = change('allow', usdc, '5', stranger);
    expect(tells(approvalSpender, { preview: createPreview(allows) })).toHaveLength(1);
  });

  it('lowers the severity if the account used the contract before', () => {
    const addresses = createAddressBook({ used: { recipients: [], contracts: [stranger] } });
    expect(tells(approvalSpender, { calls, addresses })).toEqual([`info: ${UNKNOWN}`]);
  });

  it.each([
    ['Approval for a brand-new contract', createContract({ isNew: true })],
    ['Approval for a person’s account', createContract({ classHash: ARGENT, isNew: true })],
  ])('raises the severity: %s', (title, facts) => {
    const addresses = createAddressBook({ used: { recipients: [], contracts: [stranger] } });
    expect(tells(approvalSpender, { calls, addresses, contracts: { [stranger]: facts } })).toEqual([
      `high: ${title}`,
    ]);
  });

  it('ignores listed contracts, own accounts and withdrawn allowances', () => {
    const silent = [
      approve(usdc, router, '5'),
      approve(usdc, party.savings, '5'),
      approve(usdc, stranger, '0'),
      approveAll(punks, stranger, false),
    ];
    expect(tells(approvalSpender, { calls: silent })).toEqual([]);
    // Not known is not new.
    const unread = createContract({ classHash: null, isNew: null, isToken: null });
    expect(tells(approvalSpender, { calls, contracts: { [stranger]: unread } })).toEqual([
      `caution: ${UNKNOWN}`,
    ]);
  });
});
