import { type Call, transfer } from '../chain/calls';
import { outsideExecution } from '../scenarios/messages';
import { say, type TextRef } from '../texts';
import { asking, type Battery, type Facts, refused, sign, signsExactly } from './battery';

const hour = 3_600;
const strk = 10n ** 18n;

const outside = ({ account, chainId, nowSeconds }: Facts, call?: Partial<Call>) =>
  outsideExecution([{ ...transfer(account, strk), ...call }], chainId, {
    startSeconds: nowSeconds - 60,
    endSeconds: nowSeconds + hour,
  });

/** An outside execution with one thing changed, which makes it none. */
const spoilt = (
  id: string,
  title: TextRef,
  change: (message: ReturnType<typeof outside>, facts: Facts) => object,
) =>
  asking(
    [id, title],
    (facts) => sign(facts, { ...outside(facts), ...change(outside(facts), facts) }),
    refused('invalidParams'),
  );

export const outsideBattery: Battery = {
  id: 'outside',
  title: say('batteries.outside'),
  lead: say('batteries.outside.lead'),
  cases: [
    signsExactly(['transfer', say('batteries.outside.transfer')], (facts) => [outside(facts)], {
      look: say('batteries.outside.transfer.look'),
    }),
    signsExactly(
      ['failing', say('batteries.outside.failing')],
      (facts) => [outside(facts, transfer(facts.account, 10n ** 9n * strk))],
      { look: say('batteries.outside.failing.look') },
    ),
    spoilt('no-time', say('batteries.outside.noTime'), ({ message }, { nowSeconds }) => ({
      message: { ...message, 'Execute After': nowSeconds, 'Execute Before': nowSeconds },
    })),
    spoilt('other-version', say('batteries.outside.otherVersion'), ({ domain }) => ({
      domain: { ...domain, version: '1' },
    })),
    spoilt('other-type', say('batteries.outside.otherType'), ({ types }) => ({
      types: { ...types, Letter: [{ name: 'text', type: 'felt' }] },
      primaryType: 'Letter',
      message: { text: '0x1' },
    })),
    spoilt('renamed', say('batteries.outside.renamed'), ({ types, message }) => {
      const { OutsideExecution, ...otherTypes } = types;
      return {
        types: { ...otherTypes, Voucher: OutsideExecution },
        primaryType: 'Voucher',
        message,
      };
    }),
    spoilt('order', say('batteries.outside.order'), ({ types }) => ({
      types: { ...types, OutsideExecution: [...types.OutsideExecution].reverse() },
    })),
    spoilt('selector-word', say('batteries.outside.selectorWord'), ({ message }) => ({
      message: { ...message, Calls: message.Calls.map((call) => ({ ...call, Selector: '0x1' })) },
    })),
    spoilt('late', say('batteries.outside.late'), ({ message }) => ({
      message: { ...message, 'Execute Before': '0x10000000000000000' },
    })),
    spoilt('domain-members', say('batteries.outside.domainMembers'), ({ types }) => ({
      types: { ...types, StarknetDomain: [...types.StarknetDomain].reverse() },
    })),
  ],
};
