import { measureCat } from './catMemory';
import { measureIdleSockets } from './idleSockets';
import { measureOverhead } from './overhead';
import { measureThroughput } from './throughput';

const all: Record<string, () => Promise<object>> = {
  overhead: measureOverhead,
  throughput: measureThroughput,
  cat: measureCat,
  sockets: measureIdleSockets,
};

const rounded = (_name: string, value: unknown): unknown => {
  if (typeof value === 'number') return Number(value.toFixed(2));
  return value;
};

const wanted = process.argv.slice(2);
for (const [name, measure] of Object.entries(all)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const figures = await measure();
  process.stdout.write(`${JSON.stringify({ [name]: figures }, rounded)}\n`);
}
