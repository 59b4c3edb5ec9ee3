import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { request } from 'undici';
import { startServiceProcess } from './serviceProcess';

const fileBytes = 1024 ** 3;
const chunkBytes = 1024 ** 2;
const boundary = 'xnet-bench';

/** Repeats one chunk with a counter in it, so that no two blocks are equal. */
async function* content(): AsyncGenerator<Buffer> {
  const chunk = randomBytes(chunkBytes);
  for (let sent = 0; sent < fileBytes; sent += chunkBytes) {
    for (let at = 0; at < chunkBytes; at += 262_144) chunk.writeUInt32LE(sent + at, at);
    yield Buffer.from(chunk);
  }
}

async function* form(hash: (chunk: Buffer) => void): AsyncGenerator<Buffer> {
  yield Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="big"\r\nContent-Type: application/octet-stream\r\n\r\n`,
  );
  for await (const chunk of content()) {
    hash(chunk);
    yield chunk;
  }
  yield Buffer.from(`\r\n--${boundary}--\r\n`);
}

/** Streams 1 GB from the service while sampling its memory. Results in megabytes and MB/s. */
export const measureCat = async (): Promise<Record<string, number>> => {
  const service = await startServiceProcess([]);
  const headers = { authorization: service.authorization };
  const post = (path: string, more: object = {}) =>
    request(`${service.url}/api/v0/${path}`, {
      method: 'POST',
      headers,
      bodyTimeout: 0,
      headersTimeout: 0,
      ...more,
    });
  try {
    const sentHash = createHash('sha256');
    const added = await post('add', {
      headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: Readable.from(
        form((chunk) => sentHash.update(chunk)),
        { objectMode: false },
      ),
    });
    const { Hash } = (await added.body.json()) as { Hash: string };
    const expected = sentHash.digest('hex');
    // The first pass allocates what streaming needs; the second must not add to it.
    const pass = async (): Promise<{ hash: string; samples: number[]; seconds: number }> => {
      const samples: number[] = [];
      const hash = createHash('sha256');
      const started = performance.now();
      const { body } = await post(`cat?arg=${Hash}`);
      let received = 0;
      for await (const chunk of body as AsyncIterable<Buffer>) {
        hash.update(chunk);
        const before = Math.floor(received / (64 * chunkBytes));
        received += chunk.length;
        if (Math.floor(received / (64 * chunkBytes)) > before) samples.push(await service.memory());
      }
      const seconds = (performance.now() - started) / 1_000;
      return { hash: hash.digest('hex'), samples, seconds };
    };
    await pass();
    const { hash, samples, seconds } = await pass();
    if (hash !== expected) throw new Error('What came out is not what went in.');
    const megabytes = (bytes: number): number => bytes / chunkBytes;
    return {
      lowest: megabytes(Math.min(...samples)),
      spread: megabytes(Math.max(...samples) - Math.min(...samples)),
      speed: megabytes(fileBytes) / seconds,
    };
  } finally {
    await service.stop();
  }
};
