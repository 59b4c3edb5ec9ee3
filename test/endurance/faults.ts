/** Sentences about what did not hold, with the case in front. */
export function listFaults() {
  const faults: string[] = [];
  return {
    faults,
    /** Checks that follow are about this case. */
    about: (subject: string) => ({
      check(holds: boolean, sentence: string): void {
        if (!holds) faults.push(`${subject}: ${sentence}`);
      },
    }),
  };
}
export type Check = ReturnType<ReturnType<typeof listFaults>['about']>['check'];

/** A long proof's figures in one sentence, and what did not hold. */
export type Proof = { figures: string; faults: string[] };

/** Takes an even share of what is counted from 1: all for 1, every tenth for 0.1. */
export const isTaken = (number: number, extent: number): boolean =>
  Math.floor(number * extent) > Math.floor((number - 1) * extent);

/** The hash in a reply, or in an error that names what may have been sent. */
export function getHash(reply: unknown): unknown {
  const { transaction_hash, data } = (reply ?? {}) as {
    transaction_hash?: unknown;
    data?: { hash?: unknown };
  };
  return transaction_hash ?? data?.hash;
}
