const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const isOpening = (code: number): boolean => code === 0x5b || code === 0x7b;
const isClosing = (code: number): boolean => code === 0x5d || code === 0x7d;

/** The place at which the text goes on after the string that begins there. */
const endOfString = (text: string, from: number): number => {
  for (let index = text.indexOf('"', from + 1); index >= 0; index = text.indexOf('"', index + 1)) {
    let slashes = 0;
    while (text[index - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return index;
  }
  return text.length;
};

/** How deep JSON is nested, and the names and values of its outermost members, as they are spelled. */
export const scanJson = (text: string): { depth: number; names: string[]; values: string[] } => {
  const names: string[] = [];
  const values: string[] = [];
  let valueFrom = 0;
  let level = 0;
  let depth = 0;
  let isName = true;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === quote) {
      const end = endOfString(text, index);
      if (level === 1 && isName) names.push(text.slice(index, end + 1));
      index = end;
    } else if (isOpening(code)) {
      level += 1;
      depth = Math.max(depth, level);
    } else {
      const isEnd = level === 1 && (code === comma || isClosing(code));
      if (isEnd && valueFrom > 0) values.push(text.slice(valueFrom, index).trim());
      if (isClosing(code)) level -= 1;
      else if (level === 1 && (code === comma || code === colon)) {
        isName = code === comma;
        valueFrom = isName ? 0 : index + 1;
      }
    }
  }
  return { depth, names, values };
};

/** Deeper text would overflow the stack of recursive parsers. */
export const isDeeperThan = (text: string, levels: number): boolean =>
  text.length > 2 * levels && scanJson(text).depth > levels;
