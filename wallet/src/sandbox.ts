import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ThreadParentMessageStream } from '@metamask/post-message-stream/node';
import { NodeThreadExecutionService } from '@metamask/snaps-controllers/node';

/** The vendor's execution service with our own thread start; a class, as the hook is a method. */
export class ThreadSandbox extends NodeThreadExecutionService {
  #isClosed = false;
  /** Start of the latest thread; the wallet has one module. */
  #start: Promise<unknown> = Promise.resolve();

  override executeSnap(module: Parameters<NodeThreadExecutionService['executeSnap']>[0]) {
    if (this.#isClosed) return Promise.reject(new Error('The wallet is closed.'));
    const start = super.executeSnap(module);
    this.#start = start;
    return start;
  }

  /** Prevents any further thread from starting; resolves when none is starting. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#start.catch(() => {});
  }

  protected override async initEnvStream(snapId: string) {
    this.setSnapStatus(snapId, 'initializing');
    // Without this process's loaders, which the module does not need.
    const options = { stdout: true, stderr: true, execArgv: [] };
    const worker = new Worker(join(__dirname, 'sandboxStart.cjs'), options);
    // The wallet's stdout is reserved for its ready line.
    for (const output of [worker.stdout, worker.stderr]) {
      output.on('data', (text: Buffer) => process.stderr.write(text));
    }
    return { worker, stream: new ThreadParentMessageStream({ thread: worker }) };
  }
}
