/** Restricts calls with this key, of pages of this origin, or both, to these methods. */
export type Rule = { key?: string | undefined; origin?: string | undefined; methods: string[] };

export type Caller = { key: string; origin: string | undefined };

/** True if every rule about the caller lists the method. */
export const isAllowedMethod = (
  rules: readonly Rule[],
  { key, origin }: Caller,
  method: string,
): boolean =>
  rules.every(
    (rule) =>
      (rule.key !== undefined && rule.key !== key) ||
      (rule.origin !== undefined && rule.origin !== origin) ||
      rule.methods.includes(method),
  );
