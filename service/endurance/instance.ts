import { readFileSync } from 'node:fs';
import { ownPort } from '../../test/stage/ownPort';
import { program } from '../bench/serviceProcess';
import { getChildren, serviceProcess } from '../test/testProcess';
import { type Disposal, temporaryFolder } from '../test/testService';

export type Instance = Awaited<ReturnType<typeof startInstance>>;

/** The most memory that a process has held, in bytes. */
const readPeak = (pid: number): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1_024;
};

/** A service in a process of its own, which starts again at the same address. */
export const startInstance = async (undo: Disposal, args: readonly string[]) => {
  const folder = await temporaryFolder(undo);
  const port = await ownPort();
  const ownArgs = ['--data', folder, '--port', `${port}`, '--operations', '127.0.0.1:0'];
  const state = { isDown: true, kills: 0, peakBytes: 0 };
  const pids: number[] = [];
  const faults: string[] = [];

  const run = async () => {
    const life = await serviceProcess(undo, [...ownArgs, ...args], {}, ['env'], program);
    if (life.url === undefined) throw new Error(`An instance did not start: ${life.told()}`);
    const { pid = 0 } = life.child;
    pids.push(pid, ...getChildren(life.child));
    void life.ended.then(() => {
      if (!state.isDown) faults.push('an instance ended by itself');
      if (life.told() !== '') faults.push(`an instance wrote: ${life.told()}`);
    });
    state.isDown = false;
    return { ...life, pid };
  };
  let life = await run();

  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    state.peakBytes = Math.max(state.peakBytes, readPeak(life.pid));
    state.isDown = true;
    life.child.kill(signal);
    return life.ended;
  };
  const stop = async (): Promise<void> => {
    const code = await end('SIGTERM');
    if (code !== 0) faults.push(`an instance stopped with code ${code}`);
  };

  return {
    url: `http://127.0.0.1:${port}`,
    pids: pids as readonly number[],
    faults: faults as readonly string[],
    kills: (): number => state.kills,
    /** The most memory that it has held in a life that has ended, in bytes. */
    peakBytes: (): number => state.peakBytes,
    /** @returns whether a request that begins now has met a kill, asked when it has ended */
    mark: () => {
      const { isDown, kills } = state;
      return (): boolean => isDown || state.kills > kills;
    },
    /** Kills it, and starts it again. */
    kill: async (): Promise<void> => {
      state.kills += 1;
      await end('SIGKILL');
      life = await run();
    },
    stop,
    restart: async (): Promise<void> => {
      await stop();
      life = await run();
    },
  };
};
