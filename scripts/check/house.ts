import {
  closureOf,
  declaredTwice,
  importCycles,
  linesOf,
  sources,
  transactionTypes,
} from '../../test/contract/sources';

/** `npm run house`: the figures that test/contract/house.test.ts holds. */
const lines = sources.map(linesOf);
const { share, names } = declaredTwice();
const types = transactionTypes();
const closures = ['xnet_executeTxn', 'xnet_getTransactionStatus', 'xnet_getTransactions'].map(
  (name) => `${name}: ${closureOf(`src/rpc/${name}.ts`).size} files`,
);
process.stdout.write(
  `${[
    `src and clients/src: ${sources.length} files, ${lines.reduce((sum, each) => sum + each, 0)} lines`,
    `longest file: ${Math.max(...lines)} lines`,
    ...closures,
    `types of a transaction between request and dialog: ${types.length} (${types.join(', ')})`,
    `cycles of imports: ${importCycles().length}`,
    `declared in more than one file: ${(share * 100).toFixed(2)} % (${names.size} names)`,
  ].join('\n')}\n`,
);
