import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { fail, ServiceError } from '../errors';
import type { UploadedFile } from './ipfs';

const filesAtMost = 10_000;

/** A client writes the path of a file as a percent-encoded name. */
const readName = (name: string | undefined): string => {
  let path = name ?? '';
  try {
    path = decodeURIComponent(path);
  } catch {
    // As it is: the name of a file may hold any sign.
  }
  const segments = path.split('/').filter((segment) => segment !== '');
  if (segments.includes('..')) fail('malformed', 'The name of a file goes downwards only.');
  return segments.join('/');
};

async function* limited(stream: Readable & { truncated?: boolean }): AsyncGenerator<Uint8Array> {
  yield* stream;
  if (stream.truncated) fail('tooLarge', 'The file is larger than this service takes.');
}

/**
 * The files of a multipart body, each to be read to its end before the next one.
 *
 * @throws `malformed`, `tooLarge`
 */
export async function* readFiles(
  headers: IncomingHttpHeaders,
  body: Readable | undefined,
  fileBytes: number,
): AsyncGenerator<UploadedFile> {
  const contentType = headers['content-type'] ?? '';
  if (body === undefined || !/^multipart\/form-data;/i.test(contentType)) {
    fail('malformed', 'The body holds no multipart form with a file.');
  }
  const form = Busboy({
    headers: headers as BusboyHeaders, // has its content-type, by the line above
    preservePath: true,
    limits: { fileSize: fileBytes, files: filesAtMost, fields: 0 },
  });
  // An object stream hands the files over one by one and passes errors on.
  const files = new Readable({ objectMode: true, read: () => undefined });
  form.on('file', (_field, content, name, _encoding, type) => {
    if (type === 'application/x-directory') content.resume();
    else files.push({ name, content });
  });
  form.on('filesLimit', () => files.destroy(new ServiceError('tooLarge')));
  form.on('finish', () => files.push(null));
  form.on('error', (cause) =>
    files.destroy(
      new ServiceError('malformed', { message: 'The multipart form is broken.', cause }),
    ),
  );
  body?.on('error', (cause: Error) => files.destroy(cause));
  body?.on('aborted', () => files.destroy(new ServiceError('malformed')));
  body?.pipe(form);
  let count = 0;
  for await (const { name, content } of files as AsyncIterable<{
    name: string;
    content: Readable;
  }>) {
    count += 1;
    yield { path: readName(name), content: limited(content) };
    // What was not read would keep the next one from coming.
    content.resume();
  }
  if (count === 0) fail('malformed', 'The body holds no file.');
}
