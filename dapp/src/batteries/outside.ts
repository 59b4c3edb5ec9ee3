import { type Call, transfer } from '../chain/calls';
import { outsideExecution } from '../scenarios/messages';
import { asking, type Battery, type Facts, refused, sign, signsExactly } from './battery';

const hour = 3_600;
const strk = 10n ** 18n;

const outside = ({ account, chainId, nowSeconds }: Facts, call?: Partial<Call>) =>
  outsideExecution({ ...transfer(account, strk), ...call }, chainId, {
    after: nowSeconds - 60,
    before: nowSeconds + hour,
  });

/** An outside execution with one thing changed, which makes it none. */
const spoilt = (
  id: string,
  title: string,
  change: (message: ReturnType<typeof outside>, facts: Facts) => object,
) =>
  asking(
    [id, title],
    (facts) => sign(facts, { ...outside(facts), ...change(outside(facts), facts) }),
    refused('invalidParams'),
  );

export const outsideBattery: Battery = {
  id: 'outside',
  title: 'Outside execution',
  lead: 'Signatures with which anybody can make the account act (SNIP-9). A true one is shown as the transaction that it is; what only resembles one is refused.',
  cases: [
    signsExactly(['transfer', 'A transfer within the hour'], (facts) => [outside(facts)], {
      look: 'The dialog shows a transfer of 1 STRK, who may send it, and until when.',
    }),
    signsExactly(
      ['failing', 'A call that would fail now'],
      (facts) => [outside(facts, transfer(facts.account, 10n ** 9n * strk))],
      { look: 'The dialog says that it would fail, and why.' },
    ),
    spoilt('no-time', 'No time to carry it out in', ({ message }, { nowSeconds }) => ({
      message: { ...message, 'Execute After': nowSeconds, 'Execute Before': nowSeconds },
    })),
    spoilt('other-version', 'Version 1 in the domain, version 2 in the message', ({ domain }) => ({
      domain: { ...domain, version: '1' },
    })),
    spoilt('other-type', 'The standard’s domain with another message', ({ types }) => ({
      types: { ...types, Letter: [{ name: 'text', type: 'felt' }] },
      primaryType: 'Letter',
      message: { text: '0x1' },
    })),
    spoilt('renamed', 'The same members under another name of the type', ({ types, message }) => {
      const { OutsideExecution, ...others } = types;
      return { types: { ...others, Voucher: OutsideExecution }, primaryType: 'Voucher', message };
    }),
    spoilt('order', 'Members in another order', ({ types }) => ({
      types: { ...types, OutsideExecution: [...types.OutsideExecution].reverse() },
    })),
    spoilt('selector-word', 'A selector that is a short number', ({ message }) => ({
      message: { ...message, Calls: message.Calls.map((call) => ({ ...call, Selector: '0x1' })) },
    })),
    spoilt('late', 'A time that accounts do not know', ({ message }) => ({
      message: { ...message, 'Execute Before': '0x10000000000000000' },
    })),
    spoilt('domain-members', 'A domain with its members in another order', ({ types }) => ({
      types: { ...types, StarknetDomain: [...types.StarknetDomain].reverse() },
    })),
  ],
};
