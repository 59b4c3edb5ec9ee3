import type { Page } from 'playwright-core';

/** The outcome that a form shows after Send. */
export type Outcome = { reply: unknown } | { error: { code: number; kind: string } };

/** Texts for the fields of a form, by parameter; others keep their sample. */
export type Entries = { readonly [param: string]: string };

/** Opens a method's form by its link, as a person does. */
export const openForm = async (page: Page, method: string): Promise<void> => {
  // From the start page: a form that is already open would still show its last reply.
  await page.locator('nav a[href="#/"]').click();
  await page.getByTestId(`method-${method}`).click();
  await page.locator('#method-title', { hasText: method }).waitFor();
};

const fillForm = async (page: Page, entries: Entries): Promise<void> => {
  for (const [param, text] of Object.entries(entries)) {
    const field = page.getByTestId(`param-${param}`);
    const isChoice = (await field.evaluate((element) => element.tagName)) === 'SELECT';
    if (isChoice) await field.selectOption(text);
    else await field.fill(text);
  }
};

/** Presses Send and reads the reply or error from the page. */
export const sendForm = async (page: Page): Promise<Outcome> => {
  const send = page.getByTestId('method-send');
  await send.click();
  const reply = page.getByTestId('reply');
  const error = page.getByTestId('reply-error');
  const fault = page.locator('form .fault');
  await reply.or(error).or(fault).first().waitFor({ timeout: 30_000 });
  if ((await fault.count()) > 0) throw new Error(`Not sent: ${await fault.first().textContent()}`);
  if ((await reply.count()) > 0) return { reply: JSON.parse((await reply.textContent()) ?? '') };
  return {
    error: {
      code: Number(await error.getAttribute('data-code')),
      kind: (await error.getAttribute('data-kind')) ?? '',
    },
  };
};

/** Opens, fills and sends a form. */
export const useForm = async (page: Page, method: string, entries: Entries): Promise<Outcome> => {
  await openForm(page, method);
  await fillForm(page, entries);
  return sendForm(page);
};
