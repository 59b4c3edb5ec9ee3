/** Yields the JSON values of an NDJSON response as they arrive. */
export async function* readLines(response: Response): AsyncGenerator<unknown> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) return;
  let remainder = '';
  for (;;) {
    const { value, done } = await reader.read();
    remainder += value ?? '';
    const lines = remainder.split('\n');
    remainder = done ? '' : (lines.pop() ?? '');
    for (const line of lines) if (line !== '') yield JSON.parse(line);
    if (done) return;
  }
}
