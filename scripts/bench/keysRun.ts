// Derives account keys in plain Node, in a fresh process; prints a line of JSON. Argument: the
// wallet's key node as JSON, created elsewhere so that nothing here is warm.
import { accountAddress, newAccountClass } from '../../src/starknet/accounts/classes';
import { type Bip44Node, derivePublicKey, withPrivateKey } from '../../src/starknet/accounts/keys';

const node = JSON.parse(process.argv[2] ?? '') as Bip44Node;

const timed = <T>(task: () => T): { ms: number; result: T } => {
  const started = performance.now();
  const result = task();
  return { ms: performance.now() - started, result };
};

const key = (addressIndex: number) =>
  timed(() => withPrivateKey(node, addressIndex, derivePublicKey));
const first = key(0);
const warm = [1, 2, 3, 4, 5].map((index) => key(index).ms);
const addressOf = () => timed(() => accountAddress(newAccountClass, first.result)).ms;
const firstAddress = addressOf();
const addresses = [1, 2, 3, 4, 5].map(addressOf);
process.stdout.write(
  `${JSON.stringify({ first: [first.ms], warm, firstAddress: [firstAddress], addresses })}\n`,
);
