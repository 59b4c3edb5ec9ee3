import {
  type EthCall,
  eth_getBlockByHash,
  eth_getBlockByNumber,
  eth_getBlockReceipts,
  eth_getProof,
  eth_getTransactionByBlockNumberAndIndex,
  eth_getUncleByBlockNumberAndIndex,
  getCredits,
  ModuleError,
} from '@xnet/clients';
import { say, type TextRef } from '../texts';

/** A parameter of a method, entered as text. */
export type RpcField = {
  readonly name: string;
  readonly label: TextRef;
  readonly hint: TextRef;
  readonly kind: 'text' | 'list' | 'choice';
};

/** Texts of the fields, in order. */
export type RpcEntered = readonly string[];

export type RpcForm = {
  readonly name: string;
  readonly summary: string;
  readonly credits: number;
  readonly fields: readonly RpcField[];
  /** Initial texts of the fields. `newestHash` is null until it is known. */
  readonly sample: (facts: { counter: string; newestHash: string | null }) => RpcEntered;
  /** @throws ModuleError invalidParams, whose `data.path` is the parameter's position */
  readonly call: (entered: RpcEntered) => EthCall;
};

const block: RpcField = {
  name: 'block',
  label: say('service.rpc.block'),
  hint: say('service.rpc.blockHint'),
  kind: 'text',
};
const details: RpcField = {
  name: 'details',
  label: say('service.rpc.transactions'),
  hint: say('service.rpc.transactionsHint'),
  kind: 'choice',
};
const index: RpcField = {
  name: 'index',
  label: say('service.rpc.position'),
  hint: say('service.rpc.positionHint'),
  kind: 'text',
};

/** Choices for `details`. */
export const detailChoices = [
  { value: 'false', label: say('service.rpc.hashesOnly') },
  { value: 'true', label: say('service.rpc.wholeTransactions') },
] as const;

const slotZero = `0x${'0'.repeat(64)}`;

/** Splits a list entered with one item per line. */
export const splitLines = (text: string): string[] =>
  text.split(/[\s,]+/u).filter((line) => line !== '');

const priced = (form: Omit<RpcForm, 'credits'>): RpcForm => ({
  ...form,
  credits: getCredits(form.name),
});

export const rpcForms: readonly RpcForm[] = [
  priced({
    name: 'eth_getBlockByNumber',
    summary: eth_getBlockByNumber.summary,
    fields: [block, details],
    sample: () => ['latest', 'false'],
    call: ([number = '', whole]) => eth_getBlockByNumber(number.trim(), whole === 'true'),
  }),
  priced({
    name: 'eth_getBlockByHash',
    summary: eth_getBlockByHash.summary,
    fields: [
      {
        ...block,
        name: 'hash',
        label: say('service.rpc.blockHash'),
        hint: say('service.rpc.blockHashHint'),
      },
      details,
    ],
    sample: ({ newestHash }) => [newestHash ?? '', 'false'],
    call: ([hash = '', whole]) => eth_getBlockByHash(hash.trim(), whole === 'true'),
  }),
  priced({
    name: 'eth_getTransactionByBlockNumberAndIndex',
    summary: eth_getTransactionByBlockNumberAndIndex.summary,
    fields: [block, index],
    sample: () => ['latest', '0x0'],
    call: ([number = '', place = '']) =>
      eth_getTransactionByBlockNumberAndIndex(number.trim(), place.trim()),
  }),
  priced({
    name: 'eth_getUncleByBlockNumberAndIndex',
    summary: eth_getUncleByBlockNumberAndIndex.summary,
    fields: [block, index],
    sample: () => ['latest', '0x0'],
    call: ([number = '', place = '']) =>
      eth_getUncleByBlockNumberAndIndex(number.trim(), place.trim()),
  }),
  priced({
    name: 'eth_getBlockReceipts',
    summary: eth_getBlockReceipts.summary,
    fields: [{ ...block, hint: say('service.rpc.blockHintReceipts') }],
    sample: () => ['latest'],
    call: ([number = '']) => eth_getBlockReceipts(number.trim()),
  }),
  priced({
    name: 'eth_getProof',
    summary: eth_getProof.summary,
    fields: [
      {
        name: 'address',
        label: say('service.rpc.account'),
        hint: say('service.rpc.accountHint'),
        kind: 'text',
      },
      {
        name: 'keys',
        label: say('service.rpc.keys'),
        hint: say('service.rpc.keysHint'),
        kind: 'list',
      },
      block,
    ],
    sample: ({ counter }) => [counter, slotZero, 'latest'],
    call: ([address = '', keys = '', number = '']) =>
      eth_getProof(address.trim(), splitLines(keys), number.trim()),
  }),
];

export const findRpcForm = (name: string): RpcForm | undefined =>
  rpcForms.find((form) => form.name === name);

/** The index of the field that a rejected call is about. */
export function faultyField(form: RpcForm, error: unknown): number | null {
  if (!(error instanceof ModuleError) || error.kind !== 'invalidParams') return null;
  const place = Number(/^\d+/u.exec(error.data.path ?? '')?.[0] ?? Number.NaN);
  if (place < form.fields.length) return place;
  return null;
}
