/** Text of a program in full; scrolls within itself, by the keyboard too. */
export const Code = ({ text, testId }: { text: string; testId?: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the focus
  <pre data-testid={testId} tabIndex={0}>
    {text}
  </pre>
);
