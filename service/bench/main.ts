import { measureCat } from './catMemory';
import { measureIdleSockets } from './idleSockets';
import { measureOverhead } from './overhead';
import { measureThroughput } from './throughput';

const all: Record<string, () => Promise<Record<string, number>>> = {
  overhead: measureOverhead,
  throughput: measureThroughput,
  cat: measureCat,
  sockets: measureIdleSockets,
};

const wanted = process.argv.slice(2);
for (const [name, measure] of Object.entries(all)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const figures = await measure();
  const rounded = Object.entries(figures).map(([of, value]) => [of, Number(value.toFixed(2))]);
  process.stdout.write(`${JSON.stringify({ [name]: Object.fromEntries(rounded) })}\n`);
}
