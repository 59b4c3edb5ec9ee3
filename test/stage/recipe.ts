/** A command of a document, with the variables that stand before it. */
export type Command = { env: Record<string, string>; words: string[] };

export type RecipeStep = {
  /** Its text on one line, without the code between the lines. */
  text: string;
  commands: Command[];
};

const readCommand = (line: string): Command => {
  const words = line.trim().split(/\s+/u);
  const from = words.findIndex((word) => !/^[A-Z_]+=/u.test(word));
  const env = words.slice(0, from).map((word) => word.split(/=(.*)/su).slice(0, 2));
  return { env: Object.fromEntries(env), words: words.slice(from) };
};

const blocks = /```sh\n(.*?)```/gsu;

const readStep = (source: string): RecipeStep => {
  const between = [...source.matchAll(blocks)].flatMap(([, code = '']) => code.trim().split('\n'));
  const text = source.replace(blocks, '').replace(/\s+/gu, ' ').trim();
  const inside = [...text.matchAll(/`((?:npm|npx) [^`]+)`/gu)].flatMap(([, code = '']) => code);
  return { text, commands: [...between, ...inside].map(readCommand) };
};

/** The numbered steps of a document, and the paragraph that follows them. */
export const readRecipe = (document: string): RecipeStep[] => {
  const [, ...numbered] = document.split(/^\d+\. /mu);
  const [last = '', next = ''] = (numbered.pop() ?? '').split(/\n\n(?=\S)/u);
  return [...numbered, last, next].map(readStep);
};
