import { join } from 'node:path';
import budget from '../../test/contract/budget.json';
import house from '../../test/contract/house.json';
import {
  closureOf,
  codeFiles,
  declaredTwice,
  importCycles,
  linesOf,
  moduleLines,
  transactionTypes,
} from '../../test/contract/sources';
import { buildModule } from '../build/buildModule';
import { root } from '../root';

/** `npm run house`: metrics enforced by test/contract/house.test.ts, next to earlier values. */
const { before, most } = house;
const { share, names } = declaredTwice();
const { bytes } = await buildModule({ out: join(root, 'dist') });

type Row = readonly (string | number)[];
const closures = Object.entries(most.closures).map(([name, allowed]): Row => {
  const { size } = closureOf(`src/rpc/${name}.ts`);
  return [
    `files that ${name} needs`,
    before.closures[name as keyof typeof most.closures],
    size,
    allowed,
  ];
});
const rows: readonly Row[] = [
  ['', 'before', 'now', 'at most'],
  ...closures,
  [
    'types between request and dialog',
    before.transactionTypes,
    transactionTypes().length,
    most.transactionTypes,
  ],
  [
    `code files above 250 lines, of ${codeFiles.length}`,
    '',
    codeFiles.filter((file) => linesOf(file) > 250).length,
    0,
  ],
  [
    'names declared twice, %',
    before.declaredTwicePercent,
    (share * 100).toFixed(2),
    most.declaredTwicePercent,
  ],
  ['names declared twice', before.namesTwice, names.size, ''],
  ['cycles of imports', before.cycles, importCycles().length, 0],
  ['lines of src, tests apart', before.srcLines, moduleLines(), most.srcLines],
  ['bytes of the bundle', before.bundleBytes, bytes, budget.bundleBytes],
];
for (const [name = '', ...figures] of rows)
  process.stdout.write(
    `${String(name).padEnd(44)}${figures.map((each) => String(each).padStart(10)).join('')}\n`,
  );
