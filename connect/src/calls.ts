/** A call of a contract, as starknet.js or as the wallet API spells it. */
export type Call = {
  /** Felts, flat as the contract takes them; none by default. */
  readonly calldata?: readonly (string | number | bigint)[] | undefined;
} & (
  | { readonly contractAddress: string | bigint; readonly entrypoint: string }
  | { readonly contract_address: string | bigint; readonly entry_point: string }
);

type ModuleCall = {
  readonly contractAddress: string;
  readonly entrypoint: string;
  readonly calldata: readonly string[];
};
type Loose = Readonly<Record<string, unknown>>;

/** A call as the module takes it; pages may send anything, which the module then refuses. */
export const toCall = (one: Loose): ModuleCall =>
  ({
    contractAddress: one.contract_address ?? one.contractAddress,
    entrypoint: one.entry_point ?? one.entrypoint,
    calldata: one.calldata ?? [],
  }) as ModuleCall;

/** A hash in the form of the wallet API: 64 digits. */
export const padded = (felt: unknown): string =>
  `0x${BigInt(felt as string)
    .toString(16)
    .padStart(64, '0')}`;
