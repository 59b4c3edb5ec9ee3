import { readFileSync } from 'node:fs';

/** Linux counts a process's CPU time in hundredths of a second. */
const tickUs = 10_000;

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

const own = (pid: number): number => {
  // The name, in brackets, may contain spaces; user and system time are fields 14 and 15.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * tickUs;
};

/** CPU time used so far by a process and its children, in µs. */
export const cpuUs = (pid: number): number => {
  try {
    return childrenOf(pid).reduce((sum, child) => sum + cpuUs(child), own(pid));
  } catch {
    // Not Linux, or the process has just exited.
    return Number.NaN;
  }
};
