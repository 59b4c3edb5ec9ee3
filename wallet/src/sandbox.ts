import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ThreadParentMessageStream } from '@metamask/post-message-stream/node';
import { NodeThreadExecutionService } from '@metamask/snaps-controllers/node';

/** The vendor's execution service with our own beginning of each thread; a class, as its hook is one. */
export class ThreadSandbox extends NodeThreadExecutionService {
  #isClosed = false;
  /** Of the thread that began last; the wallet has one module. */
  #start: Promise<unknown> = Promise.resolve();

  override executeSnap(module: Parameters<NodeThreadExecutionService['executeSnap']>[0]) {
    if (this.#isClosed) return Promise.reject(new Error('The wallet is closed.'));
    const start = super.executeSnap(module);
    this.#start = start;
    return start;
  }

  /** Lets no thread begin any more, whoever asks; resolves when none is beginning. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#start.catch(() => {});
  }

  protected override async initEnvStream(snapId: string) {
    this.setSnapStatus(snapId, 'initializing');
    // Without the loaders of this process, which the module has no use for.
    const options = { stdout: true, stderr: true, execArgv: [] };
    const worker = new Worker(join(__dirname, 'sandboxStart.cjs'), options);
    // The wallet's own output is for its ready line alone.
    for (const output of [worker.stdout, worker.stderr]) {
      output.on('data', (text: Buffer) => process.stderr.write(text));
    }
    return { worker, stream: new ThreadParentMessageStream({ thread: worker }) };
  }
}
