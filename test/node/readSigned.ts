import type { Shown } from './readDialog';

/** What a transaction's signature covers, as a person reads it off its dialog. */
export type ReadTransaction = {
  chainId: string;
  sender: bigint;
  nonce: bigint;
  tip: bigint;
  /** Amount and price of each kind of gas. */
  bounds: Record<'l1_gas' | 'l1_data_gas' | 'l2_gas', [bigint, bigint]>;
  modes: { nonce: string; fee: string };
  version: bigint;
  calls: { to: bigint; entrypoint: string; selector: bigint; calldata: bigint[] }[];
};

/** Reads the one transaction of a dialog whose details are unfolded, from what is drawn alone. */
export function readSigned({ facts }: Shown): ReadTransaction {
  const inSection = (section: string, label: RegExp): string => {
    const found = facts.filter((fact) => fact.section === section && label.test(fact.label));
    const [first] = found;
    if (first === undefined || found.length > 1)
      throw new Error(`'${section}' shows ${found.length} facts like ${label}.`);
    return first.value;
  };
  const detail = (label: RegExp) => inSection('Details', label);
  const bound = (label: RegExp): [bigint, bigint] => {
    const [, amount = '', price = ''] = /^(\d+) × (\d+) FRI$/u.exec(detail(label)) ?? [];
    return [BigInt(amount), BigInt(price)];
  };
  const [, nonceMode = '', feeMode = ''] =
    /^nonce (L[12]), fee (L[12])$/u.exec(detail(/^Data availability$/u)) ?? [];
  const sections = [...new Set(facts.map(({ section }) => section))];
  return {
    chainId: /\((0x[0-9a-f]+)\)$/u.exec(detail(/^Chain$/u))?.[1] ?? '',
    sender: ungrouped(inSection('Account', /./u)),
    nonce: BigInt(detail(/^Nonce$/u)),
    tip: BigInt(/^(\d+) FRI per unit of L2 gas$/u.exec(detail(/^Tip$/u))?.[1] ?? ''),
    bounds: {
      l1_gas: bound(/^L1 gas, at most$/u),
      l1_data_gas: bound(/^L1 data gas, at most$/u),
      l2_gas: bound(/^L2 gas, at most$/u),
    },
    modes: { nonce: nonceMode, fee: feeMode },
    version: BigInt(detail(/^Version$/u)),
    calls: sections
      .filter((section) => /^Call( \d+ of \d+)?$/u.test(section))
      .map((section) => {
        const calldata = inSection(section, /^Call data, as signed$/u);
        return {
          to: ungrouped(inSection(section, /^Contract( \(|$)/u)),
          entrypoint: inSection(section, /^Entry point$/u),
          selector: BigInt(inSection(section, /^Selector$/u)),
          calldata: calldata === 'None' ? [] : calldata.split(', ').map(BigInt),
        };
      }),
  };
}

const ungrouped = (address: string): bigint => BigInt(address.replaceAll(' ', ''));
