import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { constantsModule } from './hash/constants';
import { root } from './root';

await writeFile(join(root, 'src/starknet/hash/constants.ts'), constantsModule());
