import type { EventEmitter } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { fail, ServiceError } from '../../errors';
import type { UploadedFile } from './ipfs';
import { segmentsAtMost } from './path';

const filesAtMost = 10_000;
/** Each folder is a block, even an empty one. */
const foldersAtMost = 10_000;

/** Clients percent-encode a file's path in its name, and a Kubo node decodes it. */
const readName = (name: string | undefined): string => {
  let path = name ?? '';
  try {
    path = decodeURIComponent(path.replaceAll('+', ' '));
  } catch {
    // Not encoded: file names may contain any character.
  }
  const segments = path.split('/').filter((segment) => segment !== '');
  // Paths deeper than this could not be read again.
  if (segments.length > segmentsAtMost) fail('malformed', 'The name of a file is too deep.');
  if (segments.includes('..')) fail('malformed', 'The name of a file goes downwards only.');
  return segments.join('/');
};

const broken = (cause: unknown): ServiceError =>
  new ServiceError('malformed', { message: 'The multipart form is broken.', cause });

/**
 * Kubo's own client and command line send parts as attachments; the library skips parts that are
 * not form fields.
 */
const takeAttachments = (form: object): void => {
  // There is no public API for this; the library's version is pinned and a test covers it.
  const { parser }: { parser: EventEmitter } = Reflect.get(form, '_parser');
  parser.prependListener('part', (part: EventEmitter) => {
    part.once('header', (header: Record<string, string[] | undefined>) => {
      const [disposition = ''] = header['content-disposition'] ?? [];
      header['content-disposition'] = [disposition.replace(/^attachment(?=;)/i, 'form-data')];
    });
  });
};

const openForm = (headers: IncomingHttpHeaders, fileSize: number) => {
  try {
    const form = Busboy({
      headers: headers as BusboyHeaders, // has its content-type, as the caller has seen
      preservePath: true,
      limits: { fileSize, files: filesAtMost, fields: 0 },
    });
    takeAttachments(form);
    return form;
  } catch (cause) {
    throw broken(cause);
  }
};

/** Counts folders around a file that have not been seen yet. @throws `tooLarge` */
const noteFolders = (folders: Set<string>, path: string): void => {
  let end = path.lastIndexOf('/');
  while (end > 0 && !folders.has(path.slice(0, end))) {
    folders.add(path.slice(0, end));
    end = path.lastIndexOf('/', end - 1);
  }
  if (folders.size > foldersAtMost) {
    fail('tooLarge', `An upload has at most ${foldersAtMost} folders.`);
  }
};

async function* limited(stream: Readable & { truncated?: boolean }): AsyncGenerator<Uint8Array> {
  try {
    yield* stream;
  } catch (cause) {
    throw broken(cause);
  }
  if (stream.truncated) fail('tooLarge', 'The file is larger than this service takes.');
}

/**
 * The files of a multipart body; read each to its end before the next one.
 *
 * @throws `malformed`, `tooLarge`
 */
export async function* readFiles(
  headers: IncomingHttpHeaders,
  body: Readable | undefined,
  fileBytes: number,
): AsyncGenerator<UploadedFile, undefined> {
  const contentType = headers['content-type'] ?? '';
  if (body === undefined || !/^multipart\/form-data;/i.test(contentType)) {
    fail('malformed', 'The body holds no multipart form with a file.');
  }
  const form = openForm(headers, fileBytes);
  // An object stream hands over one file at a time and forwards errors.
  const files = new Readable({ objectMode: true, read: () => undefined });
  form.on('file', (_field, content, name, _encoding, type) => {
    if (type === 'application/symlink') {
      files.destroy(new ServiceError('malformed', { message: 'Symbolic links are not taken.' }));
    }
    if (type !== 'application/x-directory') return files.push({ name, content });
    content.resume();
    return files.push({ name });
  });
  form.on('filesLimit', () => files.destroy(new ServiceError('tooLarge')));
  form.on('finish', () => files.push(null));
  form.on('error', (cause) => files.destroy(broken(cause)));
  body?.on('error', (cause: Error) => files.destroy(cause));
  body?.on('aborted', () => files.destroy(new ServiceError('malformed')));
  body?.pipe(form);
  let count = 0;
  const folders = new Set<string>();
  const emptyFolders = new Set<string>();
  for await (const { name, content } of files as AsyncIterable<{
    name: string;
    content?: Readable;
  }>) {
    const path = readName(name);
    noteFolders(folders, path);
    if (content === undefined && path !== '') {
      emptyFolders.add(path);
      continue;
    }
    count += 1;
    yield content === undefined ? { path } : { path, content: limited(content) };
    // Unread content would block the next file.
    content?.resume();
  }
  // Only known at the end: whether a folder is empty.
  const empty = [...emptyFolders].filter((path) => !folders.has(path));
  if (count + empty.length === 0) fail('malformed', 'The body holds no file.');
  for (const path of empty) yield { path };
}
