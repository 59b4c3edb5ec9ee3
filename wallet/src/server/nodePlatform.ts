import { readFile } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { MessageChannel, Worker } from 'node:worker_threads';
import { ThreadParentMessageStream } from '@metamask/post-message-stream/node';
import { WebSocket } from 'ws';
import type { ExecutionServiceArgs } from '#vendor';
import { NodeThreadExecutionService, threadProgram } from '#vendor/node';
import type { ReadBuild } from '../controllers/location';
import type { Platform, SandboxLink } from '../controllers/platform';
import { closable } from '../controllers/sandbox';
import { durableFile } from '../persistence/storage';
import { faultNames } from '../protocol/faultNames';

/** The wallet as a program: files in folders, the module in a thread. */
export function nodePlatform(folders: { moduleFolder: string; dataFolder: string }): Platform {
  // The vendor's socket service needs a global that Node has only since version 22.
  globalThis.WebSocket ??= WebSocket as unknown as typeof globalThis.WebSocket; // the same interface, typed twice
  return {
    file: (name) => durableFile(join(folders.dataFolder, name)),
    readBuild: folderReader(folders.moduleFolder),
    createSandbox: (options, link) => closable(new ThreadService(options, link)),
  };
}

/** Reads files in a folder, and none outside it. */
export function folderReader(folder: string): ReadBuild {
  const root = resolve(folder);
  return async (path) => {
    const file = resolve(root, path);
    if (!file.startsWith(root + sep))
      throw new Error(`"${path}" lies outside the module's folder.`);
    return new Uint8Array(await readFile(file));
  };
}

/** The vendor's execution service with our own thread start; a class, as the hook is a method. */
class ThreadService extends NodeThreadExecutionService {
  constructor(
    options: ExecutionServiceArgs,
    private readonly link: SandboxLink,
  ) {
    super(options);
  }

  protected override async initEnvStream(snapId: string) {
    this.setSnapStatus(snapId, 'initializing');
    const { port1, port2 } = new MessageChannel();
    const { watch, faults } = this.link;
    // Shared memory: a message could arrive after the request that it is about.
    const chosen = new Uint8Array(new SharedArrayBuffer(faultNames.length));
    const choose = (names: readonly string[]) =>
      chosen.set(faultNames.map((name) => Number(names.includes(name))));
    choose(faults.names());
    const unfollow = faults.follow(choose);
    port1.on('message', watch()).on('close', unfollow).unref();
    const workerData = { program: threadProgram, port: port2, faultNames, chosen };
    // Without this process's loaders, which the module does not need.
    const options = { stdout: true, stderr: true, execArgv: [], workerData, transferList: [port2] };
    const worker = new Worker(join(__dirname, 'sandboxStart.cjs'), options);
    // The wallet's stdout is reserved for its ready line.
    for (const output of [worker.stdout, worker.stderr]) {
      output.on('data', (text: Buffer) => process.stderr.write(text));
    }
    return { worker, stream: new ThreadParentMessageStream({ thread: worker }) };
  }
}
