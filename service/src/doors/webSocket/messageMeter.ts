/** The part of an incomplete message that has come. */
export type Partial = {
  bytes: number;
  /** Frames, and pieces in which they came: each takes memory beside its bytes. */
  pieces: number;
};

const finalBit = 0x80;
const controlBit = 0x08;
const maskBytes = 4;

/** Bytes of a frame's head, mask excluded (RFC 6455, 5.2). */
const headBytesOf = (second: number): number => {
  const length = second & 0x7f;
  if (length === 126) return 4;
  if (length === 127) return 10;
  return 2;
};

const payloadBytesOf = (head: readonly number[]): number => {
  const length = (head[1] ?? 0) & 0x7f;
  if (length < 126) return length;
  return head.slice(2).reduce((sum, byte) => sum * 256 + byte, 0);
};

/**
 * Counts a caller's frames as they arrive: the WebSocket library reports messages only when they are
 * complete, and says nothing of what it holds until then.
 */
export const createMessageMeter = (): ((chunk: Uint8Array) => Partial) => {
  let head: number[] = [];
  /** Bytes of the mask and the payload that this frame still lacks. */
  let missing = 0;
  let frameBytes = 0;
  const partial: Partial = { bytes: 0, pieces: 0 };

  const endFrame = (): void => {
    const [first = 0] = head;
    const isControl = (first & controlBit) !== 0;
    if (isControl) partial.bytes -= frameBytes;
    else if ((first & finalBit) !== 0) [partial.bytes, partial.pieces] = [0, 0];
    else partial.pieces += 1;
    [head, frameBytes] = [[], 0];
  };

  const readHead = (byte: number): void => {
    head.push(byte);
    if (head.length < 2 || head.length < headBytesOf(head[1] ?? 0)) return;
    missing = payloadBytesOf(head) + ((head[1] ?? 0) & 0x80 ? maskBytes : 0);
    if (missing === 0) endFrame();
  };

  return (chunk) => {
    let offset = 0;
    while (offset < chunk.length) {
      const length = missing === 0 ? 1 : Math.min(missing, chunk.length - offset);
      frameBytes += length;
      partial.bytes += length;
      if (missing === 0) readHead(chunk[offset] ?? 0);
      else {
        missing -= length;
        if (missing === 0) endFrame();
      }
      offset += length;
    }
    if (frameBytes > 0) partial.pieces += 1;
    else if (partial.bytes === 0) partial.pieces = 0;
    return partial;
  };
};
