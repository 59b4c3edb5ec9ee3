// The hashes alone; `npm run bench` measures the whole. Ends with 1 when a budget is not held.
import { measureHashes } from './bench/hash';

const BUDGET = { ratio: 20, waitMs: 30, addressMs: 5 };

const { classes, waitsMs, addressMs } = await measureHashes();
const judge = (text: string, isHeld: boolean): void => {
  if (!isHeld) process.exitCode = 1;
  process.stdout.write(`${text}: ${isHeld ? 'held' : 'OVER'}\n`);
};
const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`;

for (const { felts, oursMs, withoutWasmMs, starknetJsMs, agree } of classes) {
  const ratio = starknetJsMs / oursMs;
  judge(
    `Class of ${felts} felts, processor time: ours ${ms(oursMs)}, without WebAssembly ` +
      `${ms(withoutWasmMs)}, starknet.js ${ms(starknetJsMs)}; ${ratio.toFixed(1)} × as fast, ` +
      `budget ${BUDGET.ratio}, and the same hash`,
    agree && ratio >= BUDGET.ratio,
  );
}
const waits = Object.entries(waitsMs).map(([by, each]) => `${by} ${each.map(ms).join(', ')}`);
judge(
  `Longest wait of another request meanwhile, by round: ${waits.join('; ')}; ` +
    `budget ${ms(BUDGET.waitMs)} for wasm in a round`,
  Math.min(...waitsMs.wasm) <= BUDGET.waitMs,
);
judge(
  `One address: ours ${ms(addressMs.ours)}, starknet.js ${ms(addressMs.starknetJs)}; ` +
    `budget ${ms(BUDGET.addressMs)}`,
  addressMs.ours <= BUDGET.addressMs,
);
