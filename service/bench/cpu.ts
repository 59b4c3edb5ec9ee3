import { readFileSync } from 'node:fs';

/** Linux counts the time of a process in hundredths of a second. */
const tickUs = 10_000;

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

const own = (pid: number): number => {
  // The name, in brackets, may hold spaces; user and system time are the 14th and 15th field.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * tickUs;
};

/** What a process and those that it has started have used of the processors so far, in µs. */
export const cpuUs = (pid: number): number => {
  try {
    return childrenOf(pid).reduce((sum, child) => sum + cpuUs(child), own(pid));
  } catch {
    // Another system than Linux, or a process that has just ended.
    return Number.NaN;
  }
};
