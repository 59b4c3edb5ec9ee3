import type { Shown } from './readDialog';

/** What a transaction's signature covers, as a person reads it in the dialog. */
export type ReadTransaction = {
  type: string;
  chainId: string;
  /** As shown at the top of the details, and among the signed values. */
  sender: bigint;
  signedSender: bigint;
  nonce: bigint;
  tip: bigint;
  /** Amount and price of each kind of gas. */
  bounds: Record<'l1_gas' | 'l1_data_gas' | 'l2_gas', [bigint, bigint]>;
  modes: { nonce: string; fee: string };
  version: bigint;
  paymasterData: bigint[];
  deploymentData: bigint[];
  /** The whole calldata, in the account's encoding. */
  calldata: bigint[];
  calls: { to: bigint; entrypoint: string; selector: bigint; calldata: bigint[] }[];
};

const amountOf = (text: string): bigint => BigInt(text.replaceAll(',', ''));

/** Parses the only transaction of a dialog with unfolded details, using only what is drawn. */
export function readSigned({ facts }: Shown): ReadTransaction {
  const inSection = (section: string, label: RegExp): string => {
    const found = facts.filter((fact) => fact.section === section && label.test(fact.label));
    const [first] = found;
    if (first === undefined || found.length > 1)
      throw new Error(`'${section}' shows ${found.length} facts like ${label}.`);
    return first.value;
  };
  const detail = (label: RegExp) => inSection('Everything that is signed', label);
  const bound = (label: RegExp): [bigint, bigint] => {
    const [, amount = '', price = ''] =
      /^([\d,]+) units at ([\d,]+) FRI each$/u.exec(detail(label)) ?? [];
    return [amountOf(amount), amountOf(price)];
  };
  const felts = (text: string) =>
    /^(None|Nothing)$/u.test(text) ? [] : text.split(', ').map(BigInt);
  const sections = [...new Set(facts.map(({ section }) => section))];
  return {
    type: detail(/^Kind of transaction$/u),
    chainId: /\((0x[0-9a-f]+)\)$/u.exec(detail(/^Network$/u))?.[1] ?? '',
    signedSender: ungrouped(detail(/^Account$/u)),
    sender: ungrouped(inSection('Account', /./u)),
    nonce: BigInt(detail(/^Nonce$/u)),
    tip: amountOf(detail(/^Tip, in FRI per unit of L2 gas$/u)),
    bounds: {
      l1_gas: bound(/^L1 gas, at most$/u),
      l1_data_gas: bound(/^L1 data gas, at most$/u),
      l2_gas: bound(/^L2 gas, at most$/u),
    },
    modes: {
      nonce: detail(/^The nonce is kept on$/u),
      fee: detail(/^The balance for the fee is kept on$/u),
    },
    version: BigInt(detail(/^Version$/u)),
    paymasterData: felts(detail(/^Data for a paymaster$/u)),
    deploymentData: felts(detail(/^Data for a deployment$/u)),
    calldata: felts(detail(/^Call data$/u)),
    calls: sections
      .filter((section) => /^Call( \d+ of \d+)?$/u.test(section))
      .map((section) => ({
        to: ungrouped(inSection(section, /^Contract( \(|$)/u)),
        entrypoint: inSection(section, /^Entry point$/u),
        selector: BigInt(inSection(section, /^Selector$/u)),
        calldata: felts(inSection(section, /^Call data, as signed$/u)),
      })),
  };
}

const ungrouped = (address: string): bigint => BigInt(address.replaceAll(' ', ''));
