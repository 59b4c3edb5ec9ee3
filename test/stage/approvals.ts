import type { Locator, Page } from 'playwright-core';

/** The oldest open approval of a type, such as `wallet_installSnap`, on the wallet's page. */
export const encodeApproval = (walletPage: Page, type?: string): Locator =>
  walletPage.locator(
    type === undefined
      ? '[data-testid="approval"]'
      : `[data-testid="approval"][data-type="${type}"]`,
  );

/** The module's page while it asks something itself. */
const askingPage = (walletPage: Page): Locator =>
  walletPage.locator('[data-testid="module-page"]:has([data-name^="confirm."])');

/** The approving button: the wallet's own, or that of the module's dialog. */
const agreeButton = (card: Locator): Locator =>
  card.locator(
    '[data-testid="approve"]:enabled, [data-name^="confirm."]:enabled:not([aria-disabled]), [data-name="shareAccounts"]',
  );

/** Unfolds or folds the details, in any language. */
export const pressDetails = async (card: Locator): Promise<void> => {
  const button = card.locator('[data-name="details"]');
  const label = (await button.textContent()) ?? '';
  await button.click();
  await button.filter({ hasNotText: label }).waitFor({ timeout: 30_000 });
};

/**
 * Approves like a user who reads everything: unfolds the details, confirms critical warnings,
 * selects the first account if there is a choice, and presses the button.
 * @returns the texts shown
 */
export const agree = async (card: Locator): Promise<string[]> => {
  const ready = agreeButton(card).or(card.locator('[data-field^="understand."]'));
  await ready.first().waitFor({ timeout: 30_000 });
  const unfold = card.locator('[data-name="details"]');
  if ((await unfold.count()) > 0) await pressDetails(card);
  const shown = await card.allInnerTexts();
  const box = card.locator('[data-field^="understand."]');
  if ((await box.count()) > 0) await box.check();
  // When accounts are to be shared, selects the first one.
  const account = card.locator('[data-field^="0x"]');
  if ((await account.count()) > 0) await account.first().check();
  await agreeButton(card).click({ timeout: 30_000 });
  return shown;
};

/**
 * Approves everything that appears until the task is done.
 * @returns the task's result and the text of each approval
 */
export const approving = async <T>(
  walletPage: Page,
  task: () => Promise<T>,
): Promise<{ result: T; shown: string[] }> => {
  const shown: string[] = [];
  let isDone = false;
  let finish = () => {};
  const finished = new Promise<false>((resolve) => {
    finish = () => {
      isDone = true;
      resolve(false);
    };
  });
  const answer = async () => {
    while (!isDone) {
      const approval = encodeApproval(walletPage).or(askingPage(walletPage)).first();
      const appearing = approval.waitFor({ timeout: 1_000 }).then(
        () => true,
        () => false,
      );
      const appeared = await Promise.race([appearing, finished]);
      if (!appeared || isDone) continue;
      const [id, type] = [
        await approval.getAttribute('data-id'),
        await approval.getAttribute('data-type'),
      ];
      // By id and type: an installation continues under the same id with another type.
      const card =
        id === null
          ? askingPage(walletPage)
          : walletPage.locator(`[data-testid="approval"][data-id="${id}"][data-type="${type}"]`);
      shown.push(...(await agree(card)));
      await card.waitFor({ state: 'detached', timeout: 60_000 });
    }
  };
  const answering = answer();
  try {
    const result = await Promise.race([
      task(),
      answering.then(() => Promise.reject(new Error('The approvals ended before the task.'))),
    ]);
    finish();
    await answering;
    return { result, shown };
  } finally {
    finish();
    await answering.catch(() => undefined);
  }
};
